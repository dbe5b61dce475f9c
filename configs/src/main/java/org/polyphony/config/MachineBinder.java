package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.polyphony.config.LoadedMachine.Device;
import org.polyphony.config.LoadedMachine.Sharing;
import org.polyphony.host.HostMachine;
import org.polyphony.input.Violation;
import org.polyphony.simulation.RunPlan;

/** Makes the machine of a host experiment. */
final class MachineBinder {
  private static final String PATH = "machine";
  private static final long LATENCY_NANOS = 10_000; // of a copy, where the machine states none

  private final ConfigTree tree; // the experiment with its machine
  private final List<Device> devices = new ArrayList<>(); // of all nodes so far

  MachineBinder(ConfigTree tree) {
    this.tree = tree;
  }

  LoadedMachine bind() {
    JsonNode node = tree.at(PATH);
    JsonNode latency = node.at("/pcie/latencySeconds");
    HostMachine.Pcie pcie =
        new HostMachine.Pcie(
            node.at("/pcie/bytesPerSecond").asLong(),
            latency.isMissingNode() ? LATENCY_NANOS : Seconds.nanos(latency),
            node.at("/pcie/pageableBytesPerSecond")
                .asLong(node.at("/pcie/bytesPerSecond").asLong()));
    HostMachine machine = node.path("nodes").isArray() ? unlike(pcie) : equal(pcie);
    return new LoadedMachine(machine, devices);
  }

  private HostMachine equal(HostMachine.Pcie pcie) {
    int count = tree.at(PATH).path("nodes").asInt(1);
    HostMachine.Node node = node(PATH, count);
    return new HostMachine(count, node.cpu(), pcie, node.gpus());
  }

  private HostMachine unlike(HostMachine.Pcie pcie) {
    List<HostMachine.Node> nodes = new ArrayList<>();
    JsonNode kinds = tree.at(PATH).path("nodes");
    for (int i = 0; i < kinds.size(); i++) {
      int count = kinds.get(i).path("count").asInt(1);
      HostMachine.Node node = node(JsonPath.index(PATH + ".nodes", i), count);
      nodes.addAll(Collections.nCopies(count, node));
    }
    return new HostMachine(nodes, pcie);
  }

  private HostMachine.Node node(String path, int count) {
    HostMachine.Cpu cpu = cpu(tree.at(inherited(path, "cpu")));
    // a job has a core, and one kernel at a time
    int processes = Math.min(RunPlan.MAX_PROCESSES, cpu.cores());
    List<HostMachine.HostGpu> gpus = new ArrayList<>();
    List<Device> ofNode = new ArrayList<>();
    String list = inherited(path, "gpus");
    for (int i = 0; i < tree.at(list).size(); i++) {
      JsonNode gpu = tree.at(list).get(i);
      Device device = device(gpu, JsonPath.index(list, i), processes);
      for (int n = 0; n < gpu.path("count").asInt(1); n++) {
        gpus.add(hostGpu(device, gpu.path("memoryBytes").asLong()));
        ofNode.add(device);
      }
    }
    for (int n = 0; n < count; n++) {
      devices.addAll(ofNode);
    }
    return new HostMachine.Node(cpu, gpus);
  }

  /** Returns where a key stands: at a kind of node, else at the machine. */
  private String inherited(String path, String key) {
    String own = JsonPath.key(path, key);
    if (!tree.at(own).isMissingNode()) {
      return own;
    }
    String all = JsonPath.key(PATH, key);
    if (tree.at(all).isMissingNode()) {
      tree.wrong(own, "nothing", "a value here, or for all nodes as " + all);
    }
    return all;
  }

  private static HostMachine.Cpu cpu(JsonNode cpu) {
    return new HostMachine.Cpu(
        cpu.path("sockets").asInt(),
        cpu.path("coresPerSocket").asInt(),
        cpu.path("turboKhz").valueStream().map(JsonNode::asInt).toList(),
        cpu.path("spins").asBoolean(true));
  }

  private Device device(JsonNode node, String path, int processes) {
    String name = node.path("sharing").asText().replace('-', '_').toUpperCase(Locale.ROOT);
    Sharing sharing = Sharing.valueOf(name);
    PolicyConfig policy = PolicyConfig.of(node.path("policy"), "left-over");
    Device device =
        new Device(
            GpuConfigs.load(tree, JsonPath.key(path, "gpu")),
            sharing,
            policy,
            node.path("device").asText().equals("cycle"));
    if (sharing == Sharing.PARTITIONED) {
      for (Violation violation : policy.violations(device.gpu(), processes)) {
        String at = path + ".policy";
        tree.wrong(at, violation.found(), violation.allowed());
      }
    } else {
      for (String key : List.of("policy", "device")) {
        if (node.has(key)) {
          tree.wrong(
              JsonPath.key(path, key),
              JsonPath.describe(node.get(key)),
              "only with sharing partitioned");
        }
      }
    }
    return device;
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
