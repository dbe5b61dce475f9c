/**
 * Host applications: what they do on their CPU cores and ask of a device, phase by phase.
 *
 * <p>Source: schedGPU section 6 and MGB section III-A.
 */
package org.polyphony.host.app;
