/**
 * How fast kernels of the host run on a device: cycle by cycle, one after another, or at rates that
 * the cycle-level device has measured.
 */
package org.polyphony.host.device;
