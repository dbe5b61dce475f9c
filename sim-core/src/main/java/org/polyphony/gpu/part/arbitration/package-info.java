/** Arbiters of ports: the interface, what an arbiter sees, and the bundled arbiters. */
package org.polyphony.gpu.part.arbitration;
