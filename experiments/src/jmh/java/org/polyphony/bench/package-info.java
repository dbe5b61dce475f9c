/**
 * Benchmarks of the simulator's own speed; each checks what it runs before it times it, and scores
 * warp instructions per second.
 */
package org.polyphony.bench;
