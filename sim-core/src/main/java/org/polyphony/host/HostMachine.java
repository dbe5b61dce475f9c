package org.polyphony.host;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.input.Violation;

/**
 * The machine: equal nodes, each with CPU sockets, GPUs and a PCIe link for each GPU.
 *
 * @param nodes how many, at least 1; a job runs on one of them
 * @param cpu the cores of a node
 * @param pcie the link of each GPU
 * @param gpus the devices of a node, in order; device d is on node d / gpus of a node
 */
public record HostMachine(int nodes, Cpu cpu, Pcie pcie, List<HostGpu> gpus) {
  /** Keeps its own copy of the list. */
  public HostMachine {
    gpus = List.copyOf(gpus);
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

    /** Returns the cores of a node. */
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
  }

  /**
   * Returns the same machine with smaller devices.
   *
   * @param bytes that applications can have of each at most, at least 1
   */
  public HostMachine withMemoryAtMost(long bytes) {
    List<HostGpu> smaller = new ArrayList<>();
    for (HostGpu gpu : gpus) {
      smaller.add(
          new HostGpu(
              gpu.name(),
              Math.min(bytes, gpu.memoryBytes()),
              gpu.sms(),
              gpu.warpsPerSm(),
              gpu.threadBlocksPerSm(),
              gpu.mps()));
    }
    return new HostMachine(nodes, cpu, pcie, smaller);
  }

  /** Returns the number of devices of all nodes. */
  public int devices() {
    return nodes * gpus.size();
  }

  /** Returns a device by its number. */
  public HostGpu gpu(int device) {
    return gpus.get(device % gpus.size());
  }

  /** Returns the memory of the largest device, in bytes; 0 without a device. */
  public long mostMemory() {
    return gpus.stream().mapToLong(HostGpu::memoryBytes).max().orElse(0);
  }

  /** Returns the memory of the smallest device, in bytes; 0 without a device. */
  public long leastMemory() {
    return gpus.stream().mapToLong(HostGpu::memoryBytes).min().orElse(0);
  }

  /** Returns the node of a device. */
  public int nodeOf(int device) {
    return device / gpus.size();
  }

  /** Returns every value that is wrong; empty when the machine can be simulated. */
  public List<Violation> violations() {
    Violation.Checks checks =
        new Violation.Checks()
            .atLeast(1, "nodes", nodes)
            .atLeast(1, "cpu.sockets", cpu.sockets())
            .atLeast(1, "cpu.coresPerSocket", cpu.coresPerSocket())
            .atLeast(1, "pcie.bytesPerSecond", pcie.bytesPerSecond())
            .atLeast(0, "pcie.latencyNanos", pcie.latencyNanos())
            .atLeast(1, "pcie.pageableBytesPerSecond", pcie.pageableBytesPerSecond())
            .require(!gpus.isEmpty(), "gpus", "none", "one or more");
    for (int i = 0; i < cpu.turboKhz().size(); i++) {
      checks.atLeast(1, "cpu.turboKhz[" + i + "]", cpu.turboKhz().get(i));
    }
    for (int i = 0; i < gpus.size(); i++) {
      HostGpu gpu = gpus.get(i);
      checks.nested(
          "gpus[" + i + "]",
          new Violation.Checks()
              .atLeast(1, "memoryBytes", gpu.memoryBytes())
              .atLeast(1, "sms", gpu.sms())
              .atLeast(1, "warpsPerSm", gpu.warpsPerSm())
              .atLeast(1, "threadBlocksPerSm", gpu.threadBlocksPerSm())
              .violations());
    }
    return checks.violations();
  }
}
