package org.polyphony.study.probe;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.input.Keys;
import org.polyphony.policy.partition.Alone;
import org.polyphony.results.run.Experiment;
import org.polyphony.results.store.RunKey;
import org.polyphony.run.Progress;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunSpec;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.simulation.Tenant;
import org.polyphony.study.StudyContext;

/**
 * Runs kernels again and again, beside each other and alone; reuses stored runs.
 *
 * @param cycles after which kernels that are steady or on SMs of their own end; 0 for no limit
 * @param launches of a kernel alone
 */
record LaunchRuns(StudyContext context, boolean isSteady, long cycles, int launches) {
  private static final String DISJOINT = "spatial-fixed";

  /** The kernels of a workload, repeated, without its copies. */
  private record Launches(String name, List<Workload.Step> once, int streams, int times)
      implements Workload {
    static Workload of(Workload workload, int times) {
      List<Workload.Step> kernels =
          IntStream.range(0, workload.steps())
              .mapToObj(workload::step)
              .filter(step -> !(step instanceof Workload.HostCopy))
              .toList();
      return new Launches(workload.name(), kernels, workload.streams(), times);
    }

    @Override
    public int steps() {
      return times * once.size();
    }

    @Override
    public Step step(int index) {
      return once.get(index % once.size());
    }
  }

  /**
   * One run.
   *
   * @param limit core cycles after which it ends; 0 for none
   */
  record Setting(RunKey key, RunSpec spec, long limit) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Setting setting && setting.key.equals(key);
    }

    @Override
    public int hashCode() {
      return key.hashCode();
    }

    @Override
    public String toString() {
      return key.about();
    }
  }

  /** The runs of an experiment: of each kernel alone, alone on its SMs, and of all together. */
  record Needed(List<Setting> alone, List<Setting> parts, Setting together) {
    Stream<Setting> all() {
      return Stream.of(alone, parts, List.of(together)).flatMap(List::stream);
    }
  }

  /** Returns the runs of an experiment; a kernel without others is together alone. */
  Needed needed(Experiment experiment) {
    RunSpec spec = experiment.spec();
    int kernels = spec.workloads().size();
    boolean isDisjoint = spec.policy().equals(DISJOINT);
    List<Setting> alone = new ArrayList<>();
    List<Setting> parts = new ArrayList<>();
    for (int i = 0; i < kernels && kernels > 1; i++) {
      alone.add(alone(experiment, i, spec.gpu(), Math.max(2, launches)));
      if (isDisjoint) {
        parts.add(alone(experiment, i, part(spec, i), 1));
      }
    }
    boolean areLaunched = !isSteady && !spec.isOpen();
    int usual = kernels == 1 ? launches : 2; // a turn ends with the first kernel's second launch
    int first = areLaunched && !isDisjoint ? usual : 1;
    long limit = isSteady || isDisjoint ? cycles : 0;
    List<Workload> workloads =
        IntStream.range(0, kernels)
            .mapToObj(i -> Launches.of(spec.workloads().get(i), i == 0 ? first : 1))
            .toList();
    RunSpec together = spec.with().workloads(workloads).build();
    return new Needed(
        alone, parts, setting(experiment.name(), together, limit, experiment.configHash(), first));
  }

  private static GpuConfig part(RunSpec spec, int kernel) {
    List<?> sms = (List<?>) spec.parameters().get("sms");
    return Keys.with(spec.gpu(), Map.of("sms", ((Number) sms.get(kernel)).intValue()));
  }

  /** Returns the run of a kernel alone, whose requests arrive as beside the others. */
  private Setting alone(Experiment experiment, int kernel, GpuConfig gpu, int wanted) {
    RunSpec spec = experiment.spec();
    Tenant tenant = spec.tenants().get(kernel);
    int times = isSteady || tenant.arrivals().isPresent() ? 1 : wanted;
    Tenant alone = new Tenant(tenant.start(), tenant.arrivals(), tenant.deadline(), 0, Tenant.ALL);
    RunSpec run =
        spec.with()
            .gpu(gpu)
            .workloads(List.of(Launches.of(spec.workloads().get(kernel), times)))
            .instructionBudget(RunSpec.UNLIMITED)
            .tenants(List.of(alone))
            .partitions(List.of())
            .restart(true)
            .policy(Alone.NAME, Map.of())
            .build();
    Experiment.Input input = experiment.inputs().get(kernel);
    return setting(
        input.name() + " alone on " + gpu.sms() + " SMs",
        run,
        isSteady ? cycles : 0,
        input.digest(),
        gpu,
        run.warpScheduler(),
        run.kernelScheduler(),
        run.allocation(),
        run.copies(),
        alone,
        run.seed(),
        times);
  }

  /** Makes a run that some things determine, and its limit. */
  private static Setting setting(String name, RunSpec of, long limit, Object... identity) {
    RunKey key = RunKey.of("launches for " + limit + " cycles", name, identity);
    RunSpec recorded =
        of.with().epochCycles(LaunchHistory.STEP_CYCLES).ipcWindow(0).check(false).build();
    return new Setting(key, recorded, limit);
  }

  /** Finds a run in the store, or simulates it; empty after a stop or the deadline. */
  Optional<LaunchHistory> run(Setting setting, Progress progress) {
    return context
        .device()
        .store()
        .findOr(
            setting.key,
            LaunchHistory.class,
            () ->
                Instant.now().isBefore(context.effort().until())
                    ? simulate(setting, progress)
                    : Optional.empty());
  }

  private Optional<LaunchHistory> simulate(Setting setting, Progress progress) {
    progress.begin(setting.toString());
    RunWatcher watcher =
        (done, cycle, issued) -> {
          progress.update(done, cycle, issued);
          return !context.stop().isRequested() && (setting.limit == 0 || cycle < setting.limit);
        };
    RunResult result = context.device().simulation().run(setting.spec, watcher);
    return context.stop().isRequested() ? Optional.empty() : Optional.of(LaunchHistory.of(result));
  }
}
