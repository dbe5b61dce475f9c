package org.polyphony.imported;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.polyphony.config.GpuConfigs;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Keys;
import org.polyphony.policy.partition.Alone;
import org.polyphony.run.Progress;
import org.polyphony.simulation.EventLog;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunSpec;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.simulation.Simulation;
import org.polyphony.simulation.SimulationFailure;
import org.polyphony.simulation.StopFlag;
import org.polyphony.workload.fidelity.CountedWorkload;
import org.polyphony.workload.kernel.ModelOptions;
import org.polyphony.workload.kernel.ModelWorkload;
import org.polyphony.workload.profile.LaunchCounts;
import org.polyphony.workload.profile.ModelImport.Imported;
import org.polyphony.workload.sass.SassMnemonic;

/**
 * The run of a part of a launch on as large a part of the device, cold and alone.
 *
 * @param part the device over this is what runs: SMs, L2 and DRAM
 * @param share of the thread blocks of the launch
 * @param dramReadBytes read for all thread blocks of the launch
 * @param sharedPasses passes over the banks of shared memory
 * @param activeWarps of an SM in a cycle in which it has any
 * @param executed warp instructions by opcode
 */
record PartRun(
    int part,
    double share,
    RunResult result,
    double dramReadBytes,
    long sharedPasses,
    double activeWarps,
    Map<String, Long> executed) {
  private static final GpuConfig DEVICE = GpuConfigs.load("hopper-h200");
  private static final double MOST_INSTRUCTIONS = 6e6; // of warps: seconds
  private static final List<Integer> PARTS = List.of(1, 4, 8, 16); // of the device
  private static final double TOO_MANY = 4; // times the instructions that the report counted

  /**
   * Runs a part of at most some million warp instructions; a result is partial after a stop. What
   * all thread blocks read comes from DRAM once in any part: if a part reads too much, half of it
   * runs too, to tell what is read for each thread block.
   */
  static PartRun of(Imported imported, Simulation device, Progress progress, StopFlag stop) {
    LaunchCounts counts = imported.counts();
    double whole = counts.warpInstructions();
    int part =
        PARTS.stream()
            .filter(p -> whole <= MOST_INSTRUCTIONS * p)
            .findFirst()
            .orElse(PARTS.get(PARTS.size() - 1));
    double ofDevice = 1.0 / part;
    int sms = DEVICE.sms() / part;
    double scale = (double) sms / DEVICE.sms();
    if (!counts.isOneWave()) {
      scale = Math.min(scale, Math.max(MOST_INSTRUCTIONS / whole, ofDevice / counts.waves()));
    }
    progress.begin(imported.name());
    checkAddresses(imported);
    PartRun run = run(imported, part, scale, device, progress, stop);
    boolean readsMuch = run.dramReadBytes > (1 + Quantity.FAR_BY) * counts.dramReadBytes();
    if (part == 1 || !readsMuch || run.result.partial()) {
      return run;
    }
    PartRun half = run(imported, part, scale / 2, device, progress, stop);
    double ofHalf = half.result.device().dramReadBytes();
    double ofBoth = run.result.device().dramReadBytes();
    double more = run.share - half.share; // 0 where the grid is too small for halves
    return more <= 0
        ? run
        : run.reading(ofBoth + Math.max(0, ofBoth - ofHalf) / more * (1 - run.share));
  }

  /**
   * Walks some thread blocks of the whole launch, the last one among them: a part of it may not
   * leave the arrays that the whole leaves. Tiles that are drawn are known only in a run.
   */
  private static void checkAddresses(Imported imported) {
    ModelOptions whole = ModelOptions.of(1, 1).approximating(true);
    Kernel kernel = kernel(ModelWorkload.parse(imported.json().toString(), "its model", whole));
    double perBlock = (double) imported.counts().warpInstructions() / kernel.threadBlocks();
    long walks = Math.min(kernel.threadBlocks(), 1 + (long) (MOST_INSTRUCTIONS / 4 / perBlock));
    try (InstructionStream stream = kernel.open(1)) {
      for (long walk = 1; walk <= walks && kernel.tiles() == 0; walk++) {
        stream.begin(0, kernel.threadBlocks() * walk / walks - 1);
        for (int warp = 0; warp < kernel.warpsPerBlock(); warp++) {
          walk(stream, warp, kernel.instructions());
        }
        stream.end(0);
      }
    }
  }

  private static void walk(InstructionStream stream, int warp, InstructionTable table) {
    long[] lanes = new long[Kernel.WARP_SIZE];
    for (int i = stream.next(0, warp); i != InstructionStream.END; i = stream.next(0, warp)) {
      if (table.widthBytes(i) > 0) {
        stream.addresses(0, warp, lanes);
      }
    }
  }

  private static Kernel kernel(Workload workload) {
    return ((Workload.Launch) workload.step(0)).kernel();
  }

  private static PartRun run(
      Imported imported,
      int part,
      double scale,
      Simulation device,
      Progress progress,
      StopFlag stop) {
    LaunchCounts counts = imported.counts();
    ModelOptions options = ModelOptions.of(scale, 1).approximating(true);
    String text = imported.json().toString();
    CountedWorkload workload =
        CountedWorkload.ofAll(ModelWorkload.parse(text, "its model", options));
    Kernel kernel = kernel(workload);
    double share = (double) kernel.threadBlocks() / counts.blocks();
    double most = counts.warpInstructions() * share * TOO_MANY + MOST_INSTRUCTIONS;
    RunWatcher watcher =
        (done, cycle, issued) -> {
          progress.update(done, cycle, issued);
          return !stop.isRequested() && issued <= most;
        };
    GpuConfig gpu = device(part, kernel.clusterSize());
    RunSpec spec = RunSpec.of(gpu, List.of(workload), Alone.NAME).build().alone(0);
    RunResult result;
    try {
      result = device.run(spec, watcher);
    } catch (SimulationFailure e) {
      throw new InvalidInputException("its model makes no progress: " + waiting(e, kernel), e);
    }
    Map<String, Long> executed = new TreeMap<>();
    workload
        .counts()
        .forEach(one -> executed.merge(one.mnemonic(), one.warpInstructions(), Long::sum));
    return new PartRun(
        part,
        share,
        result,
        result.device().dramReadBytes() / share,
        workload.sharedPasses(),
        activeWarps(result, gpu.sms()),
        executed);
  }

  /** Returns what the first warp waits for that waits at a barrier or for memory. */
  private static String waiting(SimulationFailure failure, Kernel kernel) {
    String line = failure.report().lines().filter(l -> l.contains("waits ")).findFirst().orElse("");
    InstructionTable table = kernel.instructions();
    String opcode =
        IntStream.range(0, table.size())
            .filter(i -> line.contains(" pc 0x" + Long.toHexString(table.pc(i)) + ","))
            .mapToObj(i -> " (" + table.mnemonic(i) + ")")
            .findFirst()
            .orElse("");
    return line.isEmpty() ? failure.getMessage() : line.split(",", 2)[0] + opcode;
  }

  private PartRun reading(double bytes) {
    return new PartRun(part, share, result, bytes, sharedPasses, activeWarps, executed);
  }

  /** Returns a part of the device, with as many GPCs as it has, which hold whole clusters. */
  private static GpuConfig device(int part, int cluster) {
    List<Integer> gpcs =
        DEVICE.gpcs().stream()
            .map(sms -> Math.max(sms / part / cluster * cluster, Math.min(sms, cluster)))
            .toList();
    return Keys.with(
        DEVICE,
        Map.of(
            "sms", DEVICE.sms() / part,
            "gpcs", gpcs,
            "l2.bytes", DEVICE.l2().bytes() / part,
            "l2.slices", DEVICE.l2().slices() / part,
            "dram.channels", DEVICE.dram().channels() / part));
  }

  private static double activeWarps(RunResult result, int sms) {
    EventLog log = result.events();
    int[] resident = new int[sms];
    long active = 0;
    for (int i = 0; i < log.size(); i++) {
      int sm = log.sm(i);
      if (log.kind(i) == EventLog.Kind.LAUNCH) {
        active -= resident[sm]++ == 0 ? log.cycle(i) : 0;
      } else if (log.kind(i) == EventLog.Kind.END) {
        active += --resident[sm] == 0 ? log.cycle(i) : 0;
      }
    }
    return (double) result.hardware().get(0).residentWarpCycles() / active;
  }

  /** Returns the SMs of the part of the device. */
  int sms() {
    return DEVICE.sms() / part;
  }

  /** Sums warp instructions by the pipe of the device that executes them. */
  static Map<String, Long> byPipe(Map<String, Long> executed) {
    Map<String, Long> sums = new TreeMap<>();
    executed.forEach((opcode, count) -> sums.merge(pipe(opcode), count, Long::sum));
    return sums;
  }

  private static String pipe(String opcode) {
    SassMnemonic mnemonic = SassMnemonic.ofModel(opcode);
    OpClass opClass = mnemonic.opClass(mnemonic.space());
    Map<String, Integer> matches = new HashMap<>();
    DEVICE
        .sm()
        .pipes()
        .forEach(
            pipe ->
                pipe.executes().stream()
                    .filter(timing -> timing.opClass() == opClass)
                    .forEach(
                        timing -> matches.merge(pipe.name(), timing.matches(opcode), Math::max)));
    return switch (opClass) {
      case LOAD, STORE, ATOMIC -> "memory";
      case EXIT, FENCE, BARRIER -> "branch";
      default ->
          matches.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
    };
  }
}
