package org.polyphony.workload.host;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.mgb.CudaCall;
import org.polyphony.host.mgb.CudaProgram;

/** Writes down the calls of a CUDA program that stand in one function. */
final class ProgramWriter {
  /** Bytes of a float and of an int. */
  static final long WORD = 4;

  private final List<CudaProgram.Line> lines = new ArrayList<>();
  private final DeviceRates rates;

  ProgramWriter(DeviceRates rates) {
    this.rates = rates;
  }

  /** Computes on the CPU; nanoseconds. */
  void host(double nanos) {
    add(new CudaCall.Host(Math.round(nanos)));
  }

  void malloc(long bytes, String... objects) {
    for (String object : objects) {
      add(new CudaCall.Malloc(object, bytes));
    }
  }

  void toDevice(String object, long bytes) {
    add(new CudaCall.Copy(object, bytes, true));
  }

  void toHost(String object, long bytes) {
    add(new CudaCall.Copy(object, bytes, false));
  }

  void free(String... objects) {
    for (String object : objects) {
      add(new CudaCall.Free(object));
    }
  }

  /**
   * Launches a kernel.
   *
   * @param warps of a thread block
   * @param bytes that the kernel moves
   * @param fp64 double precision instructions of all threads
   */
  void launch(
      String kernel, long threadBlocks, int warps, long bytes, long fp64, String... objects) {
    long nanos = rates.nanos(kernel, threadBlocks, bytes, fp64);
    HostKernel what = new HostKernel(kernel, nanos, Math.toIntExact(threadBlocks), warps);
    add(new CudaCall.Launch(what, List.of(objects), true));
  }

  CudaProgram program(String name) {
    return new CudaProgram(name, lines);
  }

  private void add(CudaCall call) {
    lines.add(new CudaProgram.Line("main", call));
  }
}
