package org.polyphony.workload.trace;

/**
 * What a trace says of its kernel before the first thread block.
 *
 * @param kernelName mangled name of the kernel
 * @param kernelId number of the launch in the traced program, from 1
 * @param grid thread blocks of the launch: x, y, z, each at least 1
 * @param block threads of a thread block: x, y, z; 1 to 1024 together
 * @param sharedMemoryBytes shared memory of a thread block, static and dynamic
 * @param registersPerThread 1 to 255
 * @param binaryVersion SM version of the code: 50 to 90, ten times the compute capability
 * @param sharedBase first generic address of the shared memory window; 0 when the trace has none
 * @param localBase first generic address of the local memory window; 0 when the trace has none
 * @param tracerVersion version of the trace format, 1 to 5
 * @param lineInfo whether each instruction line begins with a source line number
 * @param cudaStream handle of the launch's CUDA stream in the traced program; 0 for the default
 */
public record TraceHeader(
    String kernelName,
    int kernelId,
    Dim3 grid,
    Dim3 block,
    int sharedMemoryBytes,
    int registersPerThread,
    int binaryVersion,
    long sharedBase,
    long localBase,
    int tracerVersion,
    boolean lineInfo,
    long cudaStream) {

  /**
   * Extents or a position in three dimensions.
   *
   * @param x fastest dimension
   * @param y middle dimension
   * @param z slowest dimension
   */
  public record Dim3(int x, int y, int z) {
    public long count() {
      return (long) x * y * z;
    }

    boolean isPositive() {
      return x > 0 && y > 0 && z > 0;
    }

    @Override
    public String toString() {
      return "(" + x + "," + y + "," + z + ")";
    }
  }

  public int warpsPerBlock() {
    return (int) (block.count() + 31) / 32;
  }
}
