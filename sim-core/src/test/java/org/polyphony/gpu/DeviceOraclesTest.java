package org.polyphony.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.sm.issue.StallCause;
import org.polyphony.gpu.testing.DeviceRun;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.gpu.testing.Lanes;
import org.polyphony.gpu.testing.MixedKernel;
import org.polyphony.gpu.testing.Restless;
import org.polyphony.gpu.testing.Script;
import org.polyphony.gpu.testing.ScriptedKernel;
import org.polyphony.gpu.testing.SmallGpu;
import org.polyphony.policy.preemption.Preemptions;
import org.polyphony.simulation.RunResult;

/** What holds for any run, however it is simulated. */
class DeviceOraclesTest {
  private static final List<String> TECHNIQUES =
      List.of("drain", "switch", "ideal", "flush", "chimera");

  /** A run, made anew each time. */
  private record Subject(String name, Supplier<DeviceRun> maker) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Subject alone(String name, GpuConfig config, ScriptedKernel kernel) {
    return new Subject(name, () -> DeviceRun.alone(config, kernel));
  }

  private static GpuConfig crossbar(int sms, Object... keys) {
    return new SmallGpu()
        .sms(sms)
        .realFetch()
        .with(Devices.with(Devices.crossbar("flitBytes 32, packetPerCycle false"), keys))
        .config();
  }

  private static GpuConfig buffers(int sms, int latency, int creditLatency, int buffer) {
    return crossbar(
        sms,
        "latency " + latency + ", creditLatency " + creditLatency,
        "inputBuffer " + buffer + ", outputBuffer " + buffer);
  }

  /** Every lane of every warp reads the same lines, past L1 and through it. */
  private static ScriptedKernel hot() {
    Lanes everybodyTheSame = (warp, repeat, lane) -> repeat % 8 * 1024L + lane * 32L;
    return new Script("hot")
        .grid(4, 256)
        .load(4, InstructionTable.BYPASS_L1, 1, 2, everybodyTheSame)
        .load(MemorySpace.GLOBAL, 3, 2, everybodyTheSame)
        .times(16)
        .build();
  }

  private static Subject restless(GpuConfig config, String technique, int blocks) {
    return new Subject(
        technique + " on " + config.sms() + " SMs",
        () ->
            DeviceRun.preempting(
                config,
                new Restless(21, 5, 1200),
                Preemptions.create(technique, config, 15),
                MixedKernel.random(21, blocks).once(),
                MixedKernel.random(121, blocks).once()));
  }

  static List<Subject> subjects() {
    List<Subject> all = new ArrayList<>();
    GpuConfig fetching = new SmallGpu().realFetch().operandCollectors(4).config();
    for (long seed = 1; seed <= 4; seed++) {
      all.add(alone("plain " + seed, new SmallGpu().config(), MixedKernel.random(seed, 12)));
      all.add(alone("fetching " + seed, fetching, MixedKernel.random(seed + 6, 12)));
      all.add(alone("seen " + seed, fetching, MixedKernel.random(seed + 20, 20)));
    }
    for (int latency : new int[] {1, 2, 12}) {
      GpuConfig far = buffers(2, latency, 0, 16);
      all.add(alone("crossbar of " + latency, far, MixedKernel.random(11, 12)));
    }
    for (int buffer : new int[] {1, 4}) {
      GpuConfig narrow = Devices.with(buffers(2, 2, 0, buffer), "crossbar.flitBytes", 8);
      all.add(alone("replies back up, " + buffer, narrow, hot()));
    }
    int[][] windows = {{1, 1, 16}, {2, 3, 16}, {3, 8, 16}, {4, 8, 2}, {5, 5, 1}};
    for (int[] each : windows) {
      GpuConfig apart = buffers(4, 8, each[1], each[2]);
      all.add(alone("windows " + each[0], apart, MixedKernel.random(each[0], 12)));
    }
    for (int seed = 1; seed <= 4; seed++) {
      GpuConfig many = buffers(20, 8, 8, seed < 3 ? 16 : 3 - seed + 2);
      all.add(alone("20 SMs " + seed, many, MixedKernel.random(seed, 100)));
    }
    for (String technique : TECHNIQUES) {
      all.add(restless(fetching, technique, 12));
      all.add(restless(crossbar(8, "latency 8, creditLatency 8"), technique, 16));
    }
    for (long seed = 1; seed <= 20; seed++) {
      if (seed <= 12) {
        all.add(alone("async " + seed, AsyncKernels.config(seed), AsyncKernels.independent(seed)));
      }
      all.add(alone("stages " + seed, AsyncKernels.device(), AsyncKernels.stages(seed)));
    }
    for (long seed = 1; seed <= 9; seed++) {
      List<String> others = List.of("flush", "chimera", "drain");
      boolean switches = seed < 4 || seed > 6;
      all.add(preempted(switches ? "switch" : others.get((int) seed - 4), seed));
    }
    return all;
  }

  /** Kernels with copies and barriers under way, while a policy moves their thread blocks about. */
  private static Subject preempted(String technique, long seed) {
    return new Subject(
        "preempted stages " + seed,
        () ->
            DeviceRun.preempting(
                AsyncKernels.device(),
                new Restless(seed, 4, 600),
                Preemptions.create(technique, AsyncKernels.device(), 15),
                AsyncKernels.stages(seed, 1).once(),
                AsyncKernels.stages(seed + 50, 1).once(),
                AsyncKernels.stages(seed + 100, 2).once()));
  }

  private static String fingerprint(Subject subject, Consumer<Gpu> how) {
    DeviceRun run = subject.maker().get();
    how.accept(run.gpu());
    return run.run().fingerprint();
  }

  /** Skipping parts and cycles without work, windows of cycles and threads change nothing. */
  @ParameterizedTest
  @MethodSource("subjects")
  void givesTheSameHoweverItIsSimulated(Subject subject) {
    String expected = fingerprint(subject, gpu -> {});

    assertEquals(expected, fingerprint(subject, Gpu::skipNothing));
    assertEquals(expected, fingerprint(subject, gpu -> gpu.use(Processors.perRunAtOnce(4))));
    assertEquals(expected, subject.maker().get().run(cycle -> cycle + 1).fingerprint());
  }

  @ParameterizedTest
  @MethodSource("subjects")
  void chargesEverySlotToOneCauseAndLeavesNothingInFlight(Subject subject) {
    DeviceRun run = subject.maker().get().run();
    long perSm = run.gpu().config().sm().warpSchedulers() * (run.gpu().cycle() + 1);
    long issued = 0;
    for (int sm = 0; sm < run.gpu().config().sms(); sm++) {
      int at = sm;
      assertEquals(
          perSm, Stream.of(StallCause.values()).mapToLong(cause -> run.slots(at, cause)).sum());
      issued += run.slots(sm, StallCause.ISSUED);
    }
    long executed =
        run.control().results(run.gpu().cycle()).stream()
            .mapToLong(RunResult.Benchmark::warpInstructions)
            .sum();
    long flushed = run.control().scheduler().preemptions().flushedInstructions();

    assertEquals(executed + flushed, issued);
    run.drain().gpu().verifyConservation();
    run.control().scheduler().verifyConservation();
  }
}
