package org.polyphony.config;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.host.HostMachine;

/**
 * A machine for host experiments.
 *
 * @param machine the hardware
 * @param devices of all nodes, in order
 */
public record LoadedMachine(HostMachine machine, List<Device> devices) {
  public LoadedMachine {
    devices = List.copyOf(devices);
  }

  /**
   * Loads a machine and checks it.
   *
   * @param file a machine file
   * @throws org.polyphony.input.InvalidInputException with everything that is wrong, a line each
   */
  public static LoadedMachine load(Path file) {
    ConfigTree own = JsonFile.read(file);
    MachineConfig config = own.bind(MachineConfig.class);
    ConfigTree experiment =
        new ConfigTree(JsonFile.display(file), JsonNodeFactory.instance.objectNode(), Map.of());
    experiment.graft("machine", own);
    LoadedMachine machine = config.load(experiment, "machine");
    experiment.requireValid();
    return machine;
  }

  /** How kernels of different processes share a device. */
  public enum Sharing {
    /** One after another, each to its end. */
    WHOLE_KERNELS,
    /** In turns. */
    TIME_SLICES,
    /** At once: launches get places in their order. */
    MPS,
    /** At once, by a partition policy of the cycle-level device. */
    PARTITIONED
  }

  /**
   * A device and how processes share it.
   *
   * @param gpu the device
   * @param sharing how kernels of different processes share it
   * @param policy of partitioned devices
   * @param cycles whether each launch runs cycle by cycle; else kernels progress at rates
   */
  public record Device(GpuConfig gpu, Sharing sharing, PolicyConfig policy, boolean cycles) {}
}
