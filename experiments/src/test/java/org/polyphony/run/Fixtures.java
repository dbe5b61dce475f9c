package org.polyphony.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.policy.partition.PolicyDecision;
import org.polyphony.results.run.Experiment;
import org.polyphony.results.store.Json;
import org.polyphony.results.store.RunKey;
import org.polyphony.simulation.EventLog;
import org.polyphony.simulation.PolicyFacts;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunSpec;

/** Experiments and results of a device that simulates nothing. */
public final class Fixtures {
  private static final RunResult.HardwareUse HARDWARE =
      new RunResult.HardwareUse(10, 5, 8, 2, 3, 640, 20, 15, 4, 1200, 3200, Map.of("issued", 40L));

  private Fixtures() {}

  static GpuConfig gpu() {
    return Devices.gpu("name", "tiny", "sms", 2, "coreKhz", 1000, "watchdogCycles", 1000);
  }

  /** A workload without steps. */
  record Named(String name) implements Workload {
    @Override
    public int steps() {
      return 0;
    }

    @Override
    public Step step(int index) {
      throw new IllegalArgumentException("step " + index);
    }
  }

  static Experiment experiment(String policy, String... names) {
    List<Workload> workloads = new ArrayList<>();
    List<Experiment.Input> inputs = new ArrayList<>();
    for (String name : names) {
      workloads.add(new Named(name));
      inputs.add(new Experiment.Input(name, name.equals("A") ? "COM" : "", "digest of " + name));
    }
    RunSpec spec =
        RunSpec.of(gpu(), workloads, policy).preemption("drain").instructionBudget(1000).build();
    return new Experiment(
        "test",
        spec,
        0,
        Optional.empty(),
        inputs,
        Json.object(),
        "{}\n",
        "abc",
        RunKey.of("run", "test"));
  }

  /** Two SMs, one more thread block of workload 0 won; it is all that the decision concerns. */
  static final PolicyDecision DECISION =
      new PolicyDecision(
          90,
          List.of(0),
          List.of("smkOther", "smkOtherByOne"),
          "more",
          List.of(
              new PolicyDecision.Candidate(
                  "follower", 2, List.of(new PolicyDecision.Share(0, 1, 2.5))),
              new PolicyDecision.Candidate(
                  "more", Double.NaN, List.of(PolicyDecision.Share.untried(0)))),
          List.of(
              new PolicyDecision.SmRole("follower", PolicyDecision.SmRole.SHARED),
              new PolicyDecision.SmRole("more", PolicyDecision.SmRole.SHARED)),
          3,
          40);

  private static PolicyDecision smk(List<Integer> processes, String outcome) {
    return new PolicyDecision(95, processes, outcome, outcome, List.of());
  }

  private static Optional<PolicyDecision> decision(int workload) {
    return workload == 0 ? Optional.of(DECISION) : Optional.empty();
  }

  /** Each workload issues 10 warp instructions of 32 threads, in 100 cycles for each workload. */
  public static RunResult result(RunSpec spec, boolean partial) {
    return result(spec, partial, 100L * spec.workloads().size());
  }

  /** The same in another number of cycles. */
  public static RunResult result(RunSpec spec, boolean partial, long cycles) {
    int count = spec.workloads().size();
    List<RunResult.Benchmark> benchmarks = new ArrayList<>();
    List<RunResult.Launch> launches = new ArrayList<>();
    List<RunResult.EpochRow> epochs = new ArrayList<>();
    List<RunResult.WindowRow> windows = new ArrayList<>();
    EventLog events = new EventLog();
    for (int i = 0; i < count; i++) {
      benchmarks.add(new RunResult.Benchmark(10, 320, cycles, i, !partial));
      launches.add(new RunResult.Launch(i, "k<a, b>", 0, cycles, 10, 320, 4));
      epochs.add(new RunResult.EpochRow(0, 0, cycles, i, "k<a, b>", 10, 320, 8, 2, decision(i)));
      if (spec.ipcWindow() > 0) {
        windows.add(new RunResult.WindowRow(0, 0, cycles, i, "k<a, b>", 10, 320));
      }
      events.add(i, EventLog.Kind.LAUNCH, 0, i);
      events.about(i, 0, 7);
    }
    RunResult.Device device =
        new RunResult.Device(10, 5, 5, 0, 100, 28, 1280, 800, Map.of("memory", 600L), Map.of());
    RunResult.Partitioning partitioning =
        new RunResult.Partitioning(
            new PolicyFacts(true, "", "", 50, "lrr"),
            count > 1
                ? List.of(DECISION, smk(List.of(0, 1), "smkEven"), smk(List.of(1), "smkOther"))
                : List.of(DECISION),
            Map.of("drain", 2L),
            Map.of("drain", 6L),
            5,
            4,
            new RunResult.Fragmentation(2, 20, 5, 10));
    return new RunResult(
        partial,
        cycles,
        10L * count,
        320L * count,
        benchmarks,
        launches,
        device,
        Collections.nCopies(count, HARDWARE),
        partitioning,
        epochs,
        windows,
        windows,
        List.of(new RunResult.SmUse(0, 0, "follower", Collections.nCopies(count, 4))),
        events,
        List.of(),
        List.of());
  }

  /** The same with other launches and epochs. */
  public static RunResult result(
      RunSpec spec, List<RunResult.Launch> launches, List<RunResult.EpochRow> epochs) {
    RunResult some = result(spec, false);
    return new RunResult(
        false,
        some.cycles(),
        some.warpInstructions(),
        some.threadInstructions(),
        some.benchmarks(),
        launches,
        some.device(),
        some.hardware(),
        some.partitioning(),
        epochs,
        List.of(),
        List.of(),
        List.of(),
        some.events(),
        List.of(),
        List.of());
  }
}
