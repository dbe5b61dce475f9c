/**
 * Allocators of contiguous ranges of registers and shared memory within an SM.
 *
 * <p>One-way, two-way and 2n-way allocation, as compared in GPU Maestro.
 */
package org.polyphony.gpu.alloc;
