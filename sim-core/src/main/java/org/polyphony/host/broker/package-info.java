/**
 * The memory broker of schedGPU: applications ask for device memory before they may use the device.
 */
package org.polyphony.host.broker;
