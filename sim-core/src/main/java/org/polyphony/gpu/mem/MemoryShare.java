package org.polyphony.gpu.mem;

/**
 * The part of L2 and device memory that a process uses.
 *
 * @param firstChannel the first of its DRAM channels
 * @param channels consecutive DRAM channels, with their L2 slices
 * @param firstWay the first way of each L2 set that it fills
 * @param ways consecutive ways that it fills; it hits in any way
 * @param rank of the process among those with the same channels, from 0: its addresses are mapped
 *     as those of process {@code rank} on a device of these channels alone
 */
public record MemoryShare(int firstChannel, int channels, int firstWay, int ways, int rank) {}
