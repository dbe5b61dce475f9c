/** Kernel models of the benchmarks: resources per thread block, instruction mix and phases. */
package org.polyphony.workload.kernel;
