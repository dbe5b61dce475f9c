/**
 * Allocators of contiguous ranges of registers, shared memory and thread slots within an SM.
 *
 * <p>One-way, two-way and n-way allocation, as GPU Maestro compares them.
 */
package org.polyphony.gpu.alloc;
