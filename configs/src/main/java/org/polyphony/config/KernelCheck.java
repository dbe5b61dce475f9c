package org.polyphony.config;

import java.util.LinkedHashMap;
import java.util.Map;
import org.polyphony.config.LoadedMachine.Sharing;

/** The kernels of a host experiment's applications, and whether its machine can run them. */
final class KernelCheck {
  private final ConfigTree tree; // the experiment
  private final Map<String, KernelWorkload> workloads = new LinkedHashMap<>(); // by kernel
  private final Map<String, String> timed = new LinkedHashMap<>(); // where, by kernel

  KernelCheck(ConfigTree tree) {
    this.tree = tree;
  }

  /** Adds the kernels of an application, which is named at a path. */
  void add(ApplicationFile application, String path) {
    application.timedKernels().forEach(kernel -> timed.putIfAbsent(kernel, path));
    application
        .workloads()
        .forEach(
            (kernel, workload) -> {
              KernelWorkload first = workloads.putIfAbsent(kernel, workload);
              if (first != null && !first.config().equals(workload.config())) {
                tree.wrong(
                    path,
                    "kernel \"" + kernel + "\" with another workload than before",
                    "one workload for each name of a kernel");
              }
            });
  }

  /** Checks that the devices can run the kernels. */
  void check(LoadedMachine machine) {
    boolean isPartitioned =
        machine.devices().stream().anyMatch(device -> device.sharing() == Sharing.PARTITIONED);
    if (isPartitioned) {
      timed.forEach(
          (kernel, path) ->
              tree.wrong(
                  path,
                  "kernel \"" + kernel + "\" with seconds",
                  "kernels with workload, on a device that is partitioned"));
      if (tree.root().has("jobStream")) {
        tree.wrong("jobStream", "it", "jobs, on a device that is partitioned");
      }
    }
    long gpus = machine.devices().stream().map(LoadedMachine.Device::gpu).distinct().count();
    if (gpus > 1 && !workloads.isEmpty()) {
      tree.wrong("machine.gpus", gpus + " kinds of GPU", "one kind, for kernels with workload");
    }
  }

  /** Returns the workload of each kernel that has one. */
  Map<String, KernelWorkload> workloads() {
    return workloads;
  }
}
