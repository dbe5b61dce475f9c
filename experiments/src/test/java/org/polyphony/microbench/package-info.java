/**
 * Microbenchmarks as kernels on the bundled devices: latencies, rates and bandwidths against the
 * published measurements that the device files cite.
 */
package org.polyphony.microbench;
