package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.polyphony.config.LoadedMachine.Device;
import org.polyphony.config.LoadedMachine.Sharing;
import org.polyphony.host.HostMachine;
import org.polyphony.input.Violation;
import org.polyphony.multiprogram.RunPlan;

/** Makes the machine of a host experiment. */
final class MachineBinder {
  private static final String PATH = "machine";
  private static final long LATENCY_NANOS = 10_000; // of a copy, where the machine states none

  private final ConfigTree tree;

  /**
   * Makes a binder.
   *
   * @param tree the experiment with its machine
   */
  MachineBinder(ConfigTree tree) {
    this.tree = tree;
  }

  LoadedMachine bind() {
    JsonNode node = tree.at(PATH);
    List<HostMachine.HostGpu> gpus = new ArrayList<>();
    List<Device> devices = new ArrayList<>();
    for (int i = 0; i < node.path("gpus").size(); i++) {
      JsonNode gpu = node.path("gpus").get(i);
      Device device = device(gpu, JsonPath.index(PATH + ".gpus", i));
      for (int n = 0; n < gpu.path("count").asInt(1); n++) {
        gpus.add(hostGpu(device, gpu.path("memoryBytes").asLong()));
        devices.add(device);
      }
    }
    JsonNode latency = node.at("/pcie/latencySeconds");
    HostMachine machine =
        new HostMachine(
            node.path("nodes").asInt(1),
            cpu(node.path("cpu")),
            new HostMachine.Pcie(
                node.at("/pcie/bytesPerSecond").asLong(),
                latency.isMissingNode() ? LATENCY_NANOS : Seconds.nanos(latency),
                node.at("/pcie/pageableBytesPerSecond")
                    .asLong(node.at("/pcie/bytesPerSecond").asLong())),
            gpus);
    machine.violations().forEach(violation -> tree.wrong(violation.under(PATH)));
    return new LoadedMachine(machine, devices);
  }

  private static HostMachine.Cpu cpu(JsonNode cpu) {
    List<Integer> turbo = new ArrayList<>();
    cpu.path("turboKhz").forEach(khz -> turbo.add(khz.asInt()));
    return new HostMachine.Cpu(
        cpu.path("sockets").asInt(),
        cpu.path("coresPerSocket").asInt(),
        turbo,
        cpu.path("spins").asBoolean(true));
  }

  private Device device(JsonNode node, String path) {
    String name = node.path("sharing").asText().replace('-', '_').toUpperCase(Locale.ROOT);
    Sharing sharing = Sharing.valueOf(name);
    PolicyConfig policy = PolicyBinder.bind(node.path("policy"), "left-over");
    Device device =
        new Device(
            GpuConfigs.load(tree, JsonPath.key(path, "gpu")),
            sharing,
            policy,
            node.path("device").asText().equals("cycle"));
    if (sharing == Sharing.PARTITIONED) {
      for (Violation violation : policy.violations(device.gpu(), processes())) {
        String at = path + ".policy";
        tree.wrong(at, violation.found(), violation.allowed());
      }
    } else {
      for (String key : List.of("policy", "device")) {
        if (node.has(key)) {
          tree.wrong(
              JsonPath.key(path, key),
              JsonPath.describe(node.get(key)),
              "it only with sharing partitioned");
        }
      }
    }
    return device;
  }

  /** Returns the kernels that a device has at once at most: a job has a core, and one kernel. */
  private int processes() {
    JsonNode cpu = tree.at(PATH + ".cpu");
    int cores = cpu.path("sockets").asInt() * cpu.path("coresPerSocket").asInt();
    return Math.min(RunPlan.MAX_PROCESSES, cores);
  }

  private static HostMachine.HostGpu hostGpu(Device device, long memoryBytes) {
    return new HostMachine.HostGpu(
        device.gpu().name(),
        memoryBytes,
        device.gpu().sms(),
        device.gpu().sm().warps(),
        device.gpu().sm().threadBlocks(),
        device.sharing() == Sharing.MPS);
  }
}
