package org.polyphony.run.host;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import org.polyphony.config.KernelWorkload;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.host.app.HostKernel;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.simulation.StopFlag;

/** The workloads of a host experiment's kernels. Not thread-safe. */
final class HostKernels {
  private final Map<String, WorkloadLibrary.Opened> opened = new TreeMap<>(); // by kernel
  private final Map<String, Workload> workloads = new TreeMap<>(); // by kernel

  /**
   * Opens the workloads.
   *
   * @param kernels by name
   * @param tools library and stop
   * @throws org.polyphony.input.InvalidInputException if one does not exist or is malformed
   */
  HostKernels(Map<String, KernelWorkload> kernels, HostTools tools) {
    kernels.forEach((name, workload) -> opened.put(name, tools.library().open(workload)));
    opened.forEach((name, each) -> workloads.put(name, new Ending(each.workload(), tools.stop())));
  }

  boolean isEmpty() {
    return opened.isEmpty();
  }

  boolean has(HostKernel kernel) {
    return opened.containsKey(kernel.name());
  }

  /** Returns the workload of a kernel; it ends on a stop. */
  Workload workload(HostKernel kernel) {
    return workloads.get(kernel.name());
  }

  String digest(String kernel) {
    return opened.get(kernel).input().digest();
  }

  /** Returns a kernel with the grid of its workload's launch with most warps. */
  HostKernel shaped(HostKernel kernel, long aloneNanos) {
    HostKernel largest = new HostKernel(kernel.name(), aloneNanos, 1, 1);
    Workload workload = workload(kernel);
    for (int i = 0; i < workload.period(); i++) {
      if (workload.step(i) instanceof Workload.Launch launch) {
        Kernel each = launch.kernel();
        int blocks = (int) Math.min(Integer.MAX_VALUE, each.threadBlocks());
        HostKernel shape = new HostKernel(kernel.name(), aloneNanos, blocks, each.warpsPerBlock());
        largest = shape.warps() > largest.warps() ? shape : largest;
      }
    }
    return largest;
  }

  /**
   * A workload that ends on a stop: copies between launches take no cycles, and there can be many,
   * during which nothing else checks the flag.
   */
  record Ending(Workload workload, StopFlag stop) implements Workload {
    @Override
    public String name() {
      return workload.name();
    }

    @Override
    public int steps() {
      return workload.steps();
    }

    @Override
    public int period() {
      return workload.period();
    }

    @Override
    public int streams() {
      return workload.streams();
    }

    @Override
    public Step step(int index) {
      if (stop.isRequested()) {
        throw new CancellationException(workload.name());
      }
      return workload.step(index);
    }
  }
}
