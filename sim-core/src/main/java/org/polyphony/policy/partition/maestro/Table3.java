package org.polyphony.policy.partition.maestro;

import java.util.Set;

/**
 * Table 3 of GPU Maestro: kernels of benchmarks of type MEM, whose speed is taken to grow by 8 from
 * 1 to 16 SMs (the paper: by less than 12), and that of the others by 16.
 */
final class Table3 {
  private static final Set<String> MEM =
      Set.of(
          "BlackScholesGPU",
          "FiniteDifferencesKernel",
          "Kernel",
          "Kernel2",
          "block2D_hybrid_coarsen_x",
          "findK",
          "findRangeK",
          "fwtBatch1Kernel",
          "fwtBatch2Kernel",
          "invert_mapping",
          "kernel_compute_cost",
          "kernel_gpu_cuda",
          "kmeansPoint",
          "lud_diagonal",
          "lud_internal",
          "lud_perimeter",
          "modulateKernel",
          "mummergpuKernel",
          "needle_cuda_shared_1",
          "needle_cuda_shared_2",
          "performStreamCollide_kernel",
          "printKernel",
          "srad_cuda_1",
          "srad_cuda_2");

  private Table3() {}

  static double exponent(String kernel) {
    String name = kernel.substring(kernel.indexOf(':') + 1);
    return MEM.contains(name) ? 0.75 : 1.0;
  }
}
