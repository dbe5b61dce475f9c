/**
 * Host applications as sequences of phases on CPU cores and devices.
 *
 * <p>Source: schedGPU section 6 and MGB section III-A.
 */
package org.polyphony.host.app;
