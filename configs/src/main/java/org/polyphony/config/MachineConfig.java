package org.polyphony.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.polyphony.config.LoadedMachine.Device;
import org.polyphony.config.LoadedMachine.Sharing;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.host.HostMachine;
import org.polyphony.input.Key;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;
import org.polyphony.policy.partition.LeftOver;
import org.polyphony.simulation.RunSpec;

/** A machine for host experiments as its file states it. */
record MachineConfig(
    @Key(
            value = "version of this format",
            oneOf = {"1"},
            absent = "1")
        int schemaVersion,
    @Key(value = "name in results", min = 1, absent = Key.NONE) String name,
    @Key(value = "what it is", absent = Key.NONE) String about,
    @Key(value = "legend of the letters that start a source", absent = "{}")
        Map<String, Object> references,
    @Key(
            value = "number of nodes, or list of node types",
            min = 1,
            max = MachineConfig.MOST_NODES,
            or = Integer.class,
            named = "count",
            absent = "1")
        List<NodeConfig> nodes,
    @Key(value = "CPU of a node; required unless each node type has its own", absent = Key.NONE)
        CpuConfig cpu,
    @Key("PCIe link of each GPU") PcieConfig pcie,
    @Key(
            value = "GPUs of a node; required unless each node type has its own",
            min = 1,
            absent = Key.NONE)
        List<HostGpuConfig> gpus)
    implements Keys.Related {
  static final int MOST_NODES = 100_000;
  static final String SOURCE = "source of its numbers";

  /** Nodes of one type. */
  record NodeConfig(
      @Key(value = "nodes of this type", min = 1, max = MOST_NODES, absent = "1") int count,
      @Key(value = "replaces the machine's cpu", absent = Key.NONE) CpuConfig cpu,
      @Key(value = "replaces the machine's gpus", min = 1, absent = Key.NONE)
          List<HostGpuConfig> gpus,
      @Key(value = SOURCE, absent = Key.NONE) String source) {}

  /** The CPU of a node. */
  record CpuConfig(
      @Key(value = "sockets per node", min = 1, max = 64) int sockets,
      @Key(value = "cores per socket", min = 1, max = 1024) int coresPerSocket,
      @Key(
              value = "clock of a socket by number of active cores; default: constant clock",
              unit = "kHz",
              eachMin = 1,
              eachMax = 100_000_000,
              absent = "[]")
          List<Integer> turboKhz,
      @Key(value = "whether a core that waits for the GPU is busy", absent = "true") boolean spins,
      @Key(value = SOURCE, absent = Key.NONE) String source) {
    private HostMachine.Cpu cpu() {
      return new HostMachine.Cpu(sockets, coresPerSocket, turboKhz, spins);
    }
  }

  /** The link of a GPU. */
  record PcieConfig(
      @Key(value = "bandwidth per direction", unit = "B/s", min = 1, max = Key.MOST_BYTES)
          long bytesPerSecond,
      @Key(
              value =
                  "bandwidth limit of one copy from or to pageable memory; default: bytesPerSecond",
              unit = "B/s",
              min = 1,
              max = Key.MOST_BYTES)
          Long pageableBytesPerSecond,
      @Key(value = "latency of a copy", unit = "s", max = 1000, absent = "0.00001")
          double latencySeconds,
      @Key(value = SOURCE, absent = Key.NONE) String source) {
    private HostMachine.Pcie link() {
      Long pageable = pageableBytesPerSecond;
      return new HostMachine.Pcie(
          bytesPerSecond,
          Seconds.nanos(latencySeconds),
          pageable == null ? bytesPerSecond : pageable);
    }
  }

  /** GPUs of a node. */
  record HostGpuConfig(
      @Key(value = "name under configs/gpus, or GPU file", min = 1) String gpu,
      @Key(value = "memory available to applications", unit = "B", min = 1) long memoryBytes,
      @Key(
              value =
                  "how processes share it: whole-kernels (one kernel at a time), time-slices (in"
                      + " turns), mps (concurrently, in launch order), partitioned (concurrently,"
                      + " by policy)",
              oneOf = {"whole-kernels", "time-slices", "mps", "partitioned"})
          Sharing sharing,
      @Key(
              value =
                  "partitioned: name of a partition policy, or object with name and parameters, as"
                      + " in an experiment",
              with = "sharing=partitioned",
              named = "name",
              absent = LeftOver.NAME)
          PolicyConfig policy,
      @Key(
              value =
                  "partitioned: simulate every launch cycle by cycle (cycle), or let kernels"
                      + " progress at rates measured so (rate)",
              oneOf = {"rate", "cycle"},
              with = "sharing=partitioned",
              absent = "rate")
          String device,
      @Key(value = "identical GPUs", min = 1, max = 1000, absent = "1") int count,
      @Key(value = SOURCE, absent = Key.NONE) String source) {
    private Device device(ConfigTree tree, String path, int cores) {
      GpuConfig config = GpuConfigs.load(tree, path + ".gpu");
      PolicyConfig complete = policy.withDefaults();
      if (sharing == Sharing.PARTITIONED) {
        // a job has a core, and one kernel at a time
        int processes = Math.min(RunSpec.MAX_PROCESSES, cores);
        for (Violation violation : complete.violations(config, processes)) {
          tree.wrong(path + ".policy", violation.found(), violation.allowed());
        }
      }
      return new Device(config, sharing, complete, device.equals("cycle"));
    }

    private HostMachine.HostGpu hostGpu(Device of) {
      return new HostMachine.HostGpu(
          of.gpu().name(),
          memoryBytes,
          of.gpu().sms(),
          of.gpu().sm().warps(),
          of.gpu().sm().threadBlocks());
    }
  }

  @Override
  public void check(Violation.Checks checks) {
    for (int i = 0; i < nodes.size(); i++) {
      require(cpu != null || nodes.get(i).cpu() != null, i, "cpu", checks);
      require(gpus != null || nodes.get(i).gpus() != null, i, "gpus", checks);
    }
  }

  private static void require(boolean holds, int node, String key, Violation.Checks checks) {
    String allowed = "a value here, or for all nodes as machine." + key;
    checks.require(holds, "nodes[" + node + "]." + key, "", allowed);
  }

  /**
   * Makes the machine.
   *
   * @param tree the experiment that has it; what is wrong with its devices is noted
   * @param path where in it
   */
  LoadedMachine load(ConfigTree tree, String path) {
    List<HostMachine.Node> all = new ArrayList<>();
    List<Device> devices = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      NodeConfig kind = nodes.get(i);
      HostMachine.Cpu ofKind = (kind.cpu() == null ? cpu : kind.cpu()).cpu();
      List<HostMachine.HostGpu> gpusOfKind = new ArrayList<>();
      List<Device> devicesOfKind = new ArrayList<>();
      List<HostGpuConfig> list = kind.gpus() == null ? gpus : kind.gpus();
      String at = kind.gpus() == null ? path + ".gpus" : path + ".nodes[" + i + "].gpus";
      for (int g = 0; g < list.size(); g++) {
        HostGpuConfig of = list.get(g);
        Device device = of.device(tree, JsonPath.index(at, g), ofKind.cores());
        devicesOfKind.addAll(Collections.nCopies(of.count(), device));
        gpusOfKind.addAll(Collections.nCopies(of.count(), of.hostGpu(device)));
      }
      HostMachine.Node node = new HostMachine.Node(ofKind, gpusOfKind);
      all.addAll(Collections.nCopies(kind.count(), node));
      Collections.nCopies(kind.count(), devicesOfKind).forEach(devices::addAll);
    }
    return new LoadedMachine(new HostMachine(all, pcie.link()), devices);
  }
}
