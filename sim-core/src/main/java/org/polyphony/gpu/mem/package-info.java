/**
 * The memory system: caches, MSHRs, coalescer, crossbar, L2 partitions and DRAM partitions.
 *
 * <p>Requests enter from the load/store unit of an SM and leave as replies to it.
 */
package org.polyphony.gpu.mem;
