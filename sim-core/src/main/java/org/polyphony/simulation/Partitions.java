package org.polyphony.simulation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.Dispatchers;
import org.polyphony.gpu.mem.MemoryShare;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;

/**
 * Divides a device among processes: SMs, DRAM channels with their L2 slices, and L2 ways, each from
 * the first on, in the order of the partitions. Processes in no partition share what is left.
 * Source: MIG (all three together), page coloring (channels), cache way partitioning.
 */
public final class Partitions {
  private final GpuConfig gpu;
  private final List<Partition> all; // each process is in one

  /**
   * Divides a device.
   *
   * @param processes of the run
   */
  public Partitions(GpuConfig gpu, int processes, List<Partition> stated) {
    this.gpu = gpu;
    Set<Integer> placed = new HashSet<>();
    stated.forEach(partition -> placed.addAll(partition.processes()));
    List<Integer> others =
        IntStream.range(0, processes).filter(p -> !placed.contains(p)).boxed().toList();
    all = new ArrayList<>(stated);
    if (!stated.isEmpty() && !others.isEmpty()) {
      all.add(
          new Partition(
              others,
              rest(stated, Partition::sms, gpu.sms()),
              rest(stated, Partition::channels, gpu.dram().channels()),
              rest(stated, Partition::l2Ways, gpu.l2().ways())));
    }
  }

  private static int rest(List<Partition> stated, ToIntFunction<Partition> share, int whole) {
    int used = stated.stream().mapToInt(share).sum();
    return used == 0 ? Partition.SHARED : whole - used;
  }

  /** Returns what does not fit the device, by key of {@code partitions}. */
  public static List<Violation> violations(GpuConfig gpu, int processes, List<Partition> stated) {
    Violation.Checks checks = new Violation.Checks();
    Set<Integer> seen = new HashSet<>();
    for (int i = 0; i < stated.size(); i++) {
      for (int process : stated.get(i).processes()) {
        String allowed = process < processes ? "each workload once" : "0 to " + (processes - 1);
        boolean isFirst = process < processes && seen.add(process);
        checks.require(isFirst, "partitions[" + i + "].workloads", process, allowed);
      }
    }
    boolean isLeft = seen.size() < processes;
    checkSum(checks, "sms", stated, Partition::sms, gpu.sms(), isLeft);
    checkSum(checks, "dramChannels", stated, Partition::channels, gpu.dram().channels(), isLeft);
    checkSum(checks, "l2Ways", stated, Partition::l2Ways, gpu.l2().ways(), isLeft);
    return checks.violations();
  }

  private static void checkSum(
      Violation.Checks checks,
      String key,
      List<Partition> stated,
      ToIntFunction<Partition> share,
      int whole,
      boolean isLeft) {
    int sum = stated.stream().mapToInt(share).sum();
    long without = stated.stream().filter(p -> share.applyAsInt(p) == Partition.SHARED).count();
    String found = without + " of " + stated.size() + " partitions without " + key;
    checks.require(sum == 0 || without == 0, "partitions", found, "all of them, or none");
    int most = whole - (isLeft && sum > 0 ? 1 : 0);
    String rest = isLeft ? ", which leaves one to workloads in no partition" : "";
    checks.require(sum <= most, "partitions", sum + " " + key, most + " at most" + rest);
  }

  /** Returns whether SMs are partitioned. */
  public boolean hasInstances() {
    return !all.isEmpty() && all.get(0).sms() != Partition.SHARED;
  }

  public int count() {
    return all.size();
  }

  public List<Integer> processes(int partition) {
    return all.get(partition).processes();
  }

  public int firstSm(int partition) {
    return all.subList(0, partition).stream().mapToInt(Partition::sms).sum();
  }

  /** Returns the device that a policy sees in a partition. */
  public GpuConfig device(int partition) {
    Partition part = all.get(partition);
    int channels = part.channels() == Partition.SHARED ? gpu.dram().channels() : part.channels();
    int slices = gpu.l2().slices() / gpu.dram().channels() * channels;
    int bytes = gpu.l2().bytes() / gpu.l2().slices() * slices;
    return Keys.with(
        gpu,
        Map.of(
            "sms",
            part.sms(),
            "dram",
            Keys.with(gpu.dram(), Map.of("channels", channels)),
            "l2",
            Keys.with(gpu.l2(), Map.of("slices", slices, "bytes", bytes))));
  }

  /** Returns the dispatchers of the partitions, and the SMs that each process may use at a time. */
  Dispatchers dispatchers(List<Tenant> tenants) {
    int[] firstSm =
        hasInstances()
            ? IntStream.range(0, all.size()).map(this::firstSm).toArray()
            : new int[] {0};
    int[] limits = new int[tenants.size()];
    for (int process = 0; process < limits.length; process++) {
      int available = hasInstances() ? all.get(partitionOf(process)).sms() : gpu.sms();
      limits[process] = tenants.get(process).sms(available);
    }
    return new Dispatchers(gpu.sms(), firstSm, limits);
  }

  private int partitionOf(int process) {
    int partition = 0;
    while (!all.get(partition).processes().contains(process)) {
      partition++;
    }
    return partition;
  }

  /** Returns the memory of each process; empty if all share it. */
  public List<MemoryShare> memory(int processes) {
    boolean isShared =
        all.stream()
            .allMatch(p -> p.channels() == Partition.SHARED && p.l2Ways() == Partition.SHARED);
    List<MemoryShare> shares = new ArrayList<>();
    for (int process = 0; process < processes && !isShared; process++) {
      shares.add(share(process));
    }
    return shares;
  }

  private MemoryShare share(int process) {
    int firstChannel = 0;
    int firstWay = 0;
    for (Partition partition : all) {
      if (partition.processes().contains(process)) {
        boolean sharesChannels = partition.channels() == Partition.SHARED;
        boolean sharesWays = partition.l2Ways() == Partition.SHARED;
        return new MemoryShare(
            firstChannel,
            sharesChannels ? gpu.dram().channels() : partition.channels(),
            firstWay,
            sharesWays ? gpu.l2().ways() : partition.l2Ways(),
            sharesChannels ? process : partition.processes().indexOf(process));
      }
      firstChannel += partition.channels();
      firstWay += partition.l2Ways();
    }
    throw new IllegalStateException("in no partition: " + process);
  }
}
