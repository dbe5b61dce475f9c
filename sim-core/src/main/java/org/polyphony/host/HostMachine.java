package org.polyphony.host;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * The machine: nodes with CPU sockets and GPUs, and a PCIe link per GPU. Devices, sockets and cores
 * are numbered from 0 across nodes; a job runs on one node.
 */
public final class HostMachine {
  private final List<Node> nodes;
  private final Pcie pcie;
  private final int[] firstDevice; // by node, plus an end marker
  private final int[] firstSocket;
  private final int[] firstCore;
  private final int[] nodeOf; // by device
  private final long maxMemoryBytes;
  private final int maxCores;

  /**
   * Creates a machine of identical nodes.
   *
   * @param nodes number of nodes, at least 1
   * @param cpu the cores of a node
   * @param pcie the link of each GPU
   * @param gpus the devices of a node, in order
   */
  public HostMachine(int nodes, Cpu cpu, Pcie pcie, List<HostGpu> gpus) {
    this(Collections.nCopies(nodes, new Node(cpu, gpus)), pcie);
  }

  /**
   * Creates a machine of possibly heterogeneous nodes.
   *
   * @param nodes at least one
   * @param pcie the link of each GPU
   */
  public HostMachine(List<Node> nodes, Pcie pcie) {
    this.nodes = List.copyOf(nodes);
    this.pcie = pcie;
    this.firstDevice = new int[nodes.size() + 1];
    this.firstSocket = new int[nodes.size() + 1];
    this.firstCore = new int[nodes.size() + 1];
    for (int n = 0; n < nodes.size(); n++) {
      firstDevice[n + 1] = firstDevice[n] + gpus(n).size();
      firstSocket[n + 1] = firstSocket[n] + cpu(n).sockets();
      firstCore[n + 1] = firstCore[n] + cpu(n).cores();
    }
    this.nodeOf = new int[devices()];
    for (int n = 0; n < nodes.size(); n++) {
      Arrays.fill(nodeOf, firstDevice[n], firstDevice[n + 1], n);
    }
    this.maxMemoryBytes = gpus().mapToLong(HostGpu::memoryBytes).max().orElse(0);
    this.maxCores = nodes.stream().mapToInt(node -> node.cpu().cores()).max().orElse(0);
  }

  /**
   * A node.
   *
   * @param cpu its cores
   * @param gpus its devices, in order
   */
  public record Node(Cpu cpu, List<HostGpu> gpus) {
    public Node {
      gpus = List.copyOf(gpus);
    }

    private Node withMemoryAtMost(long bytes) {
      return new Node(cpu, gpus.stream().map(gpu -> gpu.withMemoryAtMost(bytes)).toList());
    }
  }

  /**
   * The CPU cores of a node.
   *
   * @param sockets at least 1
   * @param coresPerSocket at least 1
   * @param turboKhz socket clock in kHz by number of active cores, from 1; the last value applies
   *     to all larger numbers; empty if the clock is constant
   * @param spins whether a core waiting for the GPU is busy, as with CUDA's default synchronization
   */
  public record Cpu(int sockets, int coresPerSocket, List<Integer> turboKhz, boolean spins) {
    public Cpu {
      turboKhz = List.copyOf(turboKhz);
    }

    public int cores() {
      return sockets * coresPerSocket;
    }
  }

  /**
   * The link between host and device, full duplex; the copies in each direction share it evenly.
   *
   * @param bytesPerSecond per direction, at least 1
   * @param latencyNanos per copy, at least 0
   * @param pageableBytesPerSecond maximum of a single copy, which is limited because a core moves
   *     pageable host memory through a pinned buffer; at least 1
   */
  public record Pcie(long bytesPerSecond, long latencyNanos, long pageableBytesPerSecond) {
    /** Returns the share of the bandwidth that a single copy gets, above 0 and at most 1. */
    double alone() {
      return Math.min(1, (double) pageableBytesPerSecond / bytesPerSecond);
    }
  }

  /**
   * A device from the host's view.
   *
   * @param name of a device in the library
   * @param memoryBytes available to applications, at least 1
   * @param sms at least 1
   * @param warpsPerSm maximum resident warps, at least 1
   * @param threadBlocksPerSm maximum resident thread blocks, at least 1
   */
  public record HostGpu(
      String name, long memoryBytes, int sms, int warpsPerSm, int threadBlocksPerSm) {
    /** Returns the maximum number of resident warps. */
    public long warps() {
      return (long) sms * warpsPerSm;
    }

    private HostGpu withMemoryAtMost(long bytes) {
      long less = Math.min(bytes, memoryBytes);
      return new HostGpu(name, less, sms, warpsPerSm, threadBlocksPerSm);
    }
  }

  /**
   * Returns this machine with the memory of each device limited.
   *
   * @param bytes maximum available to applications per device, at least 1
   */
  public HostMachine withMemoryAtMost(long bytes) {
    return new HostMachine(nodes.stream().map(node -> node.withMemoryAtMost(bytes)).toList(), pcie);
  }

  public int nodes() {
    return nodes.size();
  }

  public Cpu cpu(int node) {
    return nodes.get(node).cpu();
  }

  /** Returns the devices of a node, in order. */
  public List<HostGpu> gpus(int node) {
    return nodes.get(node).gpus();
  }

  public Pcie pcie() {
    return pcie;
  }

  /** Returns the first device of a node; for the number of nodes, the total number of devices. */
  public int firstDevice(int node) {
    return firstDevice[node];
  }

  /** Returns the first socket of a node; for the number of nodes, the total number of sockets. */
  public int firstSocket(int node) {
    return firstSocket[node];
  }

  /** Returns the first core of a node; for the number of nodes, the total number of cores. */
  public int firstCore(int node) {
    return firstCore[node];
  }

  public int devices() {
    return firstDevice[nodes.size()];
  }

  public HostGpu gpu(int device) {
    return gpus(nodeOf[device]).get(local(device));
  }

  public int nodeOf(int device) {
    return nodeOf[device];
  }

  public int local(int device) {
    return device - firstDevice[nodeOf[device]];
  }

  /** Returns the memory of the largest device in bytes; 0 without a device. */
  public long maxMemoryBytes() {
    return maxMemoryBytes;
  }

  /** Returns the memory of the smallest device in bytes; 0 without a device. */
  public long minMemoryBytes() {
    return gpus().mapToLong(HostGpu::memoryBytes).min().orElse(0);
  }

  /** Returns the largest number of cores of any node. */
  public int maxCores() {
    return maxCores;
  }

  /** Returns the smallest number of devices of any node. */
  public int minDevices() {
    return nodes.stream().mapToInt(node -> node.gpus().size()).min().orElse(0);
  }

  private Stream<HostGpu> gpus() {
    return nodes.stream().flatMap(node -> node.gpus().stream());
  }
}
