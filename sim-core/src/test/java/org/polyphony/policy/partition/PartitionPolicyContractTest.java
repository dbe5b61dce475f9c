package org.polyphony.policy.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.polyphony.gpu.FakeSms;
import org.polyphony.gpu.TestKernel;
import org.polyphony.gpu.TestWorkload;
import org.polyphony.gpu.alloc.RangeAllocators;
import org.polyphony.gpu.config.Copies;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.DeviceControl;
import org.polyphony.gpu.dispatch.Occupancy;
import org.polyphony.gpu.dispatch.Preemption;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.gpu.testing.SmallGpu;
import org.polyphony.policy.PolicyDescription;
import org.polyphony.policy.preemption.Preemptions;
import org.polyphony.policy.registry.PartitionPolicies;
import org.polyphony.simulation.Arrivals;
import org.polyphony.simulation.MultiprogramRun;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunSpec;
import org.polyphony.simulation.Tenant;

/** What every partition policy does, whatever runs. */
class PartitionPolicyContractTest {
  private static final int LATENCY = 20;
  private static final long FAR = 3_000_000;

  /** Parameters of a policy for a run of some processes. */
  private interface Parameters {
    Map<String, ?> of(int processes);
  }

  /** A policy on a device of some SMs, which at most so many processes may share. */
  private record Subject(String name, int sms, int mostProcesses, Parameters parameters) {
    PartitionPolicy create(int processes) {
      return PartitionPolicies.create(name, parameters.of(processes));
    }

    GpuConfig gpu() {
      return Devices.gpu("sms", sms, "kernelLaunchLatency", LATENCY);
    }

    @Override
    public String toString() {
      return name + " " + parameters.of(mostProcesses);
    }
  }

  private static Subject subject(String name, Map<String, ?> parameters) {
    return new Subject(name, 4, 4, processes -> parameters);
  }

  static List<Subject> subjects() {
    return List.of(
        new Subject("alone", 4, 1, processes -> Map.of()),
        subject("left-over", Map.of()),
        subject("time-slice", Map.of("sliceCycles", 100)),
        subject("preemptive-priority", Map.of()),
        subject("spatial-even", Map.of()),
        subject("spatial-smart", Map.of()),
        new Subject("spatial-fixed", 4, 4, n -> Map.of("sms", Collections.nCopies(n, 1))),
        subject("smk-even", Map.of()),
        new Subject(
            "smk-fixed", 4, 4, n -> Map.of("threadShares", Collections.nCopies(n, 0.9 / n))),
        subject("smk-p", Map.of()),
        subject("smk-pw", Map.of()),
        subject(
            "warped-slicer", Map.of("warmupCycles", 100, "sampleCycles", 50, "watchCycles", 200)),
        subject("maestro", Map.of("epochCycles", 500)),
        subject("maestro", Map.of("epochCycles", 500, "pairs", "2n-way")),
        new Subject( // on enough SMs to measure four kernels
            "tutti", 8, 4, processes -> Map.of("measureCycles", 500, "restEpochs", 2)));
  }

  /** An oracle decides before a run, not in it. */
  @Test
  void coversEveryPolicy() {
    Set<String> covered = subjects().stream().map(Subject::name).collect(Collectors.toSet());
    covered.add(Oracle.NAME);

    assertEquals(Set.copyOf(PartitionPolicies.names()), covered);
  }

  @ParameterizedTest
  @MethodSource("subjects")
  void hasItsNameAndAcceptsItsParameters(Subject subject) {
    int processes = subject.mostProcesses();
    PartitionPolicy policy = subject.create(processes);

    assertEquals(subject.name(), policy.name());
    assertEquals(List.of(), policy.violations(subject.gpu(), processes));
  }

  @ParameterizedTest
  @MethodSource("subjects")
  void letsEveryProcessFinish(Subject subject) {
    for (long seed = 1; seed <= 12; seed++) {
      List<RunResult.Benchmark> results = run(subject, seed);

      assertTrue(results.stream().allMatch(RunResult.Benchmark::finished), "seed " + seed);
    }
  }

  @ParameterizedTest
  @MethodSource("subjects")
  void letsEveryRequestOfEveryStreamFinish(Subject subject) {
    for (long seed = 1; seed <= 8; seed++) {
      checkRequests(subject, seed);
    }
  }

  private static void checkRequests(Subject subject, long seed) {
    Random random = new Random(seed);
    int processes = Math.min(subject.mostProcesses(), 1 + random.nextInt(4));
    List<Workload> workloads = new ArrayList<>();
    List<Tenant> tenants = new ArrayList<>();
    long requests = 0;
    for (int process = 0; process < processes; process++) {
      workloads.add(randomStreams(random, "p" + process));
      long count = random.nextInt(4);
      requests += count;
      tenants.add(randomTenant(random, count));
    }
    RunSpec spec =
        RunSpec.of(subject.gpu(), workloads, "contract")
            .restart(random.nextBoolean())
            .tenants(tenants)
            .build();
    FakeSms sms = new FakeSms(subject.sms());
    MultiprogramRun run = run(subject, spec, RangeAllocators.TWO_WAY, random, sms);

    sms.run(new Checked(run), FAR);

    assertEquals(requests, run.requests().size(), "seed " + seed);
    assertTrue(
        run.requests().stream().allMatch(r -> r.arrival() < r.start() && r.start() < r.end()));
  }

  private static Tenant randomTenant(Random random, long requests) {
    Optional<Arrivals> arrivals =
        requests == 0
            ? Optional.empty()
            : Optional.of(new Arrivals.Poisson(1 + random.nextInt(3000), requests, 7));
    int percentage = random.nextBoolean() ? 100 : 1 + random.nextInt(100);
    return new Tenant(
        random.nextInt(1000), arrivals, Tenant.NONE, random.nextInt(3) - 1, percentage);
  }

  private static Workload randomStreams(Random random, String name) {
    List<Workload.Step> steps = new ArrayList<>();
    for (int i = 0; i < 2 + random.nextInt(4); i++) {
      int stream = random.nextInt(3);
      steps.add(
          switch (random.nextInt(6)) {
            case 0 -> new Workload.HostCopy(0, 128);
            case 1 -> new Workload.EventRecord(stream, 0);
            case 2 -> new Workload.EventWait(stream, 0);
            default -> new Workload.Launch(randomKernel(random, name + "." + i), stream);
          });
    }
    steps.add(new Workload.Launch(randomKernel(random, name + ".last"), random.nextInt(3)));
    return new TestWorkload(name, steps);
  }

  @ParameterizedTest
  @MethodSource("subjects")
  void decidesTheSameAgain(Subject subject) {
    assertEquals(run(subject, 77), run(subject, 77));
  }

  @ParameterizedTest
  @MethodSource("subjects")
  void givesAKernelThatRunsAloneTheWholeDevice(Subject subject) {
    int processes = subject.mostProcesses();
    for (int process = 0; process < processes; process++) {
      TestView view = new TestView(subject.sms(), processes).add(process, 256, 1000);

      subject.create(processes).partition(0, view, view.quotas());

      for (int sm = 0; sm < subject.sms(); sm++) {
        assertTrue(view.quotas().get(sm, view.kernel(0)) >= 8, "process " + process);
      }
    }
  }

  private static List<RunResult.Benchmark> run(Subject subject, long seed) {
    Random random = new Random(seed);
    int processes = Math.min(subject.mostProcesses(), 1 + random.nextInt(4));
    List<Workload> workloads = new ArrayList<>();
    for (int process = 0; process < processes; process++) {
      workloads.add(randomWorkload(random, "p" + process));
    }
    long budget = random.nextBoolean() ? RunSpec.UNLIMITED : 32L * (1 + random.nextInt(20_000));
    RunSpec spec =
        RunSpec.of(subject.gpu(), workloads, "contract")
            .instructionBudget(budget)
            .restart(random.nextInt(4) > 0)
            .build();
    String allocation = RangeAllocators.names().get(random.nextInt(3));
    FakeSms sms = new FakeSms(subject.sms());
    MultiprogramRun run = run(subject, spec, allocation, random, sms);
    return run.results(sms.run(new Checked(run), FAR));
  }

  private static MultiprogramRun run(
      Subject subject, RunSpec spec, String allocation, Random random, FakeSms sms) {
    int processes = spec.workloads().size();
    return new MultiprogramRun(
        spec,
        subject.create(processes),
        RangeAllocators.of(allocation, processes),
        randomPreemption(random),
        new MultiprogramRun.Device(sms, sms, sms, null, Copies.NONE));
  }

  static Preemption randomPreemption(Random random) {
    List<PolicyDescription> all = Preemptions.list();
    String name = all.get(random.nextInt(all.size())).name();
    return Preemptions.create(name, new SmallGpu().config(), 15);
  }

  private static Workload randomWorkload(Random random, String name) {
    TestKernel[] kernels = new TestKernel[1 + random.nextInt(4)];
    for (int i = 0; i < kernels.length; i++) {
      kernels[i] = randomKernel(random, name + "." + i);
    }
    return TestWorkload.launching(name, kernels);
  }

  private static TestKernel randomKernel(Random random, String name) {
    while (true) {
      TestKernel kernel =
          new TestKernel(
              name,
              1 + random.nextInt(random.nextBoolean() ? 4 : 100),
              1 + random.nextInt(1024),
              1 + random.nextInt(100),
              random.nextBoolean() ? 0 : random.nextInt(49_153),
              1 + random.nextInt(random.nextBoolean() ? 30 : 500));
      ThreadBlockNeed need = ThreadBlockNeed.of(Devices.sm(), kernel);
      if (Occupancy.of(Devices.sm(), need).threadBlocks() > 0) {
        return kernel;
      }
    }
  }

  /** A run whose tables are checked after every tick. */
  private record Checked(MultiprogramRun run) implements DeviceControl {
    @Override
    public void threadBlockEnded(long cycle, int sm, int tbSlot, boolean dropped) {
      run.threadBlockEnded(cycle, sm, tbSlot, dropped);
    }

    @Override
    public long tick(long cycle) {
      long due = run.tick(cycle);
      run.scheduler().verifyConservation();
      assertTrue(due > cycle);
      return due;
    }

    @Override
    public boolean isDone() {
      return run.isDone();
    }
  }
}
