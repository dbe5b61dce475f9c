/**
 * Performance models of a device for host runs: cycle-level simulation, serial execution, or rates
 * measured by the cycle-level device.
 */
package org.polyphony.host.device;
