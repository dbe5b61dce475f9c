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

/** The kernels of a host experiment that are given by workloads, opened. Not thread-safe. */
final class HostKernels {
  private final Map<String, WorkloadLibrary.Opened> opened = new TreeMap<>(); // by kernel
  private final Map<String, Workload> workloads = new TreeMap<>(); // likewise

  /**
   * Opens them.
   *
   * @param kernels by name
   * @param tools library and stop
   * @throws org.polyphony.input.InvalidInputException when one does not exist or is malformed
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

  /** Returns what a kernel runs; it ends at a stop. */
  Workload workload(HostKernel kernel) {
    return workloads.get(kernel.name());
  }

  String digest(String kernel) {
    return opened.get(kernel).input().digest();
  }

  /** Returns a kernel with the shape of the launch of its workload that has the most warps. */
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
   * A workload that gives no further step after a stop: the copies between two launches, of which
   * there can be many, take no cycle, and nobody else looks at the flag meanwhile.
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
    public Step step(int index) {
      if (stop.isRequested()) {
        throw new CancellationException(workload.name());
      }
      return workload.step(index);
    }
  }
}
