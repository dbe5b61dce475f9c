package org.polyphony.host;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * The machine: nodes, each with CPU sockets and GPUs, and a PCIe link for each GPU. Devices,
 * sockets and cores have numbers from 0 on, node after node; a job runs on one node.
 */
public final class HostMachine {
  private final List<Node> nodes;
  private final Pcie pcie;
  private final int[] firstDevice; // by node; one more for the end
  private final int[] firstSocket;
  private final int[] firstCore;
  private final int[] nodeOf; // by device
  private final long mostMemory;
  private final int mostCores;

  /**
   * Makes a machine of equal nodes.
   *
   * @param nodes how many, at least 1
   * @param cpu the cores of a node
   * @param pcie the link of each GPU
   * @param gpus the devices of a node, in order
   */
  public HostMachine(int nodes, Cpu cpu, Pcie pcie, List<HostGpu> gpus) {
    this(Collections.nCopies(nodes, new Node(cpu, gpus)), pcie);
  }

  /**
   * Makes a machine of nodes that may be unlike.
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
    this.mostMemory = gpus().mapToLong(HostGpu::memoryBytes).max().orElse(0);
    this.mostCores = nodes.stream().mapToInt(node -> node.cpu().cores()).max().orElse(0);
  }

  /**
   * A node.
   *
   * @param cpu its cores
   * @param gpus its devices, in order
   */
  public record Node(Cpu cpu, List<HostGpu> gpus) {
    /** Keeps its own copy of the list. */
    public Node {
      gpus = List.copyOf(gpus);
    }

    private Node withMemoryAtMost(long bytes) {
      return new Node(cpu, gpus.stream().map(gpu -> gpu.withMemoryAtMost(bytes)).toList());
    }
  }

  /**
   * The cores of a node.
   *
   * @param sockets at least 1
   * @param coresPerSocket at least 1
   * @param turboKhz clock of a socket by its active cores, from 1 on, in kHz; the last holds for
   *     all above; empty when the clock does not depend on them
   * @param spins whether a core that waits for the GPU is busy, as with CUDA's default
   *     synchronisation
   */
  public record Cpu(int sockets, int coresPerSocket, List<Integer> turboKhz, boolean spins) {
    /** Keeps its own copy of the list. */
    public Cpu {
      turboKhz = List.copyOf(turboKhz);
    }

    public int cores() {
      return sockets * coresPerSocket;
    }
  }

  /**
   * The link between host and device; both directions at once, each shared evenly by its copies.
   *
   * @param bytesPerSecond of one direction, at least 1
   * @param latencyNanos of a copy, at least 0
   * @param pageableBytesPerSecond what one copy gets at most, because its memory on the host is
   *     pageable and a core moves it to and from a pinned buffer; at least 1
   */
  public record Pcie(long bytesPerSecond, long latencyNanos, long pageableBytesPerSecond) {
    /** Makes a link that a single copy can fill. */
    public Pcie(long bytesPerSecond, long latencyNanos) {
      this(bytesPerSecond, latencyNanos, bytesPerSecond);
    }

    /** Returns the part of the link that a copy without others gets, above 0 and at most 1. */
    double alone() {
      return Math.min(1, (double) pageableBytesPerSecond / bytesPerSecond);
    }
  }

  /**
   * A device as the host sees it.
   *
   * @param name a device of the library
   * @param memoryBytes that applications can have, at least 1
   * @param sms at least 1
   * @param warpsPerSm resident at most, at least 1
   * @param threadBlocksPerSm resident at most, at least 1
   * @param mps whether processes share the device at the same time; otherwise in time slices
   */
  public record HostGpu(
      String name, long memoryBytes, int sms, int warpsPerSm, int threadBlocksPerSm, boolean mps) {
    /** Returns the warps that it holds at once. */
    public long warps() {
      return (long) sms * warpsPerSm;
    }

    private HostGpu withMemoryAtMost(long bytes) {
      long less = Math.min(bytes, memoryBytes);
      return new HostGpu(name, less, sms, warpsPerSm, threadBlocksPerSm, mps);
    }
  }

  /**
   * Returns the same machine with smaller devices.
   *
   * @param bytes that applications can have of each at most, at least 1
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

  /** Returns the first device of a node; for the number of nodes, the devices of all. */
  public int firstDevice(int node) {
    return firstDevice[node];
  }

  /** Returns the first socket of a node; for the number of nodes, the sockets of all. */
  public int firstSocket(int node) {
    return firstSocket[node];
  }

  /** Returns the first core of a node; for the number of nodes, the cores of all. */
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

  /** Returns the memory of the largest device, in bytes; 0 without a device. */
  public long mostMemory() {
    return mostMemory;
  }

  /** Returns the memory of the smallest device, in bytes; 0 without a device. */
  public long leastMemory() {
    return gpus().mapToLong(HostGpu::memoryBytes).min().orElse(0);
  }

  /** Returns the cores of the node that has most. */
  public int mostCores() {
    return mostCores;
  }

  /** Returns the devices of the node that has fewest. */
  public int fewestDevices() {
    return nodes.stream().mapToInt(node -> node.gpus().size()).min().orElse(0);
  }

  private Stream<HostGpu> gpus() {
    return nodes.stream().flatMap(node -> node.gpus().stream());
  }
}
