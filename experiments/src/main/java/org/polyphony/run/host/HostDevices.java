package org.polyphony.run.host;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.config.HostExperiment;
import org.polyphony.config.LoadedMachine;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.host.HostMachine;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.app.Job;
import org.polyphony.host.device.CycleDevice;
import org.polyphony.host.device.GpuDevice;
import org.polyphony.host.device.ProgressModel;
import org.polyphony.host.device.RateDevice;
import org.polyphony.host.device.SerialDevice;
import org.polyphony.host.device.SharedGpu;
import org.polyphony.policy.partition.LeftOver;
import org.polyphony.simulation.RunSpec;

/** Creates the device models of a host experiment. */
final class HostDevices {
  private final LoadedMachine machine;
  private final HostKernels kernels;
  private final HostTools tools;
  private final Map<SharedGpu, CoRunTable> tables = new HashMap<>();

  /**
   * Opens the workloads of kernels.
   *
   * @param experiment to run
   * @param tools library, cache, progress and stop
   * @throws org.polyphony.input.InvalidInputException if a workload does not exist or is invalid
   */
  HostDevices(HostExperiment experiment, HostTools tools) {
    this.machine = experiment.machine();
    this.kernels = new HostKernels(experiment.kernels(), tools);
    this.tools = tools;
  }

  /**
   * Returns jobs with the duration of each kernel alone; measured if it is defined by a workload.
   */
  List<Job> measured(List<Job> jobs) {
    if (kernels.isEmpty()) {
      return jobs;
    }
    GpuConfig gpu = machine.devices().get(0).gpu(); // the loader rejects heterogeneous devices
    CoRunTable alone = alone(gpu);
    Map<String, HostKernel> measured = new HashMap<>();
    List<Job> changed = new ArrayList<>();
    for (Job job : jobs) {
      changed.add(
          job.with(
              job.application()
                  .withKernels(
                      kernel ->
                          kernels.has(kernel)
                              ? measured.computeIfAbsent(
                                  kernel.name(), name -> measured(alone, kernel))
                              : kernel)));
    }
    return changed;
  }

  private HostKernel measured(CoRunTable alone, HostKernel kernel) {
    double nanos = alone.together(List.of(kernel)).get(kernel.name());
    return kernels.shaped(kernel, Math.max(1, Math.round(nanos)));
  }

  List<GpuDevice> make() {
    List<GpuDevice> devices = new ArrayList<>();
    for (int device = 0; device < machine.machine().devices(); device++) {
      devices.add(make(device));
    }
    return devices;
  }

  private GpuDevice make(int number) {
    LoadedMachine.Device device = machine.devices().get(number);
    HostMachine.HostGpu gpu = machine.machine().gpu(number);
    return switch (device.sharing()) {
      case WHOLE_KERNELS -> new SerialDevice();
      case TIME_SLICES -> new RateDevice(ProgressModel.timeSlices());
      case MPS -> new RateDevice(ProgressModel.inLaunchOrder(gpu.warps()));
      case PARTITIONED ->
          device.cycles()
              ? new CycleDevice(shared(device), kernels::workload)
              : new RateDevice(table(shared(device)));
    };
  }

  /**
   * A job has one core and at most one running kernel, so a node has at most as many kernels as
   * cores.
   */
  private SharedGpu shared(LoadedMachine.Device device) {
    int processes = Math.min(RunSpec.MAX_PROCESSES, machine.machine().maxCores());
    return new SharedGpu(
        device.gpu(), processes, device.policy().name(), device.policy().parameters());
  }

  private CoRunTable alone(GpuConfig gpu) {
    return table(new SharedGpu(gpu, 1, LeftOver.NAME, Map.of()));
  }

  private CoRunTable table(SharedGpu shared) {
    return tables.computeIfAbsent(shared, s -> new CoRunTable(s, kernels, tools));
  }
}
