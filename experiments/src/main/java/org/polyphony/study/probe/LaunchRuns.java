package org.polyphony.study.probe;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
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
import org.polyphony.results.run.Experiment;
import org.polyphony.results.store.RunKey;
import org.polyphony.results.store.RunStore;
import org.polyphony.run.Progress;
import org.polyphony.simulation.RunPlan;
import org.polyphony.simulation.RunRequest;
import org.polyphony.simulation.RunResult;
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
  private static final JsonMapper MAPPER = new JsonMapper();
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
  record Setting(RunKey key, RunRequest request, long limit) {
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
    RunRequest request = experiment.request();
    int kernels = request.workloads().size();
    boolean isDisjoint = request.sharing().policy().equals(DISJOINT);
    List<Setting> alone = new ArrayList<>();
    List<Setting> parts = new ArrayList<>();
    for (int i = 0; i < kernels && kernels > 1; i++) {
      alone.add(alone(experiment, i, request.gpu(), Math.max(2, launches)));
      if (isDisjoint) {
        parts.add(alone(experiment, i, part(request, i), 1));
      }
    }
    boolean areLaunched = !isSteady && !request.plan().isOpen();
    int usual = kernels == 1 ? launches : 2; // a turn ends with the first kernel's second launch
    int first = areLaunched && !isDisjoint ? usual : 1;
    long limit = isSteady || isDisjoint ? cycles : 0;
    List<Workload> workloads =
        IntStream.range(0, kernels)
            .mapToObj(i -> Launches.of(request.workloads().get(i), i == 0 ? first : 1))
            .toList();
    RunRequest together = request.with(request.plan().withWorkloads(workloads));
    return new Needed(
        alone, parts, setting(experiment.name(), together, limit, experiment.configHash(), first));
  }

  private static GpuConfig part(RunRequest request, int kernel) {
    List<?> sms = (List<?>) request.sharing().parameters().get("sms");
    return Keys.with(request.gpu(), Map.of("sms", ((Number) sms.get(kernel)).intValue()));
  }

  /** Returns the run of a kernel alone, whose requests arrive as beside the others. */
  private Setting alone(Experiment experiment, int kernel, GpuConfig gpu, int wanted) {
    RunRequest request = experiment.request();
    Tenant tenant = request.tenants().get(kernel);
    int times = isSteady || tenant.arrivals().isPresent() ? 1 : wanted;
    Tenant alone = new Tenant(tenant.start(), tenant.arrivals(), tenant.deadline(), 0, Tenant.ALL);
    RunPlan plan =
        new RunPlan(
                List.of(Launches.of(request.workloads().get(kernel), times)),
                RunPlan.UNLIMITED,
                true)
            .withSeed(request.seed())
            .withTenants(List.of(alone), List.of());
    RunRequest.Sharing sharing = request.sharing().withPolicy("alone", Map.of());
    Experiment.Input input = experiment.inputs().get(kernel);
    return setting(
        input.name() + " alone on " + gpu.sms() + " SMs",
        new RunRequest(gpu, plan, sharing, 1, 0, false, List.of()),
        isSteady ? cycles : 0,
        input.digest(),
        gpu,
        sharing,
        alone,
        plan.seed(),
        times);
  }

  /** Makes a run that some things determine, and its limit. */
  private static Setting setting(String name, RunRequest of, long limit, Object... identity) {
    RunKey key = RunKey.of("launches for " + limit + " cycles", name, identity);
    RunRequest request =
        new RunRequest(
            of.gpu(), of.plan(), of.sharing(), LaunchHistory.STEP_CYCLES, 0, false, List.of());
    return new Setting(key, request, limit);
  }

  /** Finds a run in the store, or simulates it; empty after a stop or the deadline. */
  Optional<LaunchHistory> run(Setting setting, Progress progress) {
    RunStore store = context.device().store();
    Optional<LaunchHistory> run = store.find(setting.key).map(LaunchRuns::read);
    if (run.isEmpty() && Instant.now().isBefore(context.effort().until())) {
      progress.begin(setting.toString());
      run = simulate(setting, progress);
      run.ifPresent(history -> store.store(setting.key, MAPPER.valueToTree(history)));
    }
    return run;
  }

  private Optional<LaunchHistory> simulate(Setting setting, Progress progress) {
    RunWatcher watcher =
        (done, cycle, issued) -> {
          progress.update(done, cycle, issued);
          return !context.stop().isRequested() && (setting.limit == 0 || cycle < setting.limit);
        };
    RunResult result = context.device().simulation().run(setting.request, watcher);
    return context.stop().isRequested() ? Optional.empty() : Optional.of(LaunchHistory.of(result));
  }

  private static LaunchHistory read(JsonNode entry) {
    try {
      return MAPPER.treeToValue(entry, LaunchHistory.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a stored run has another form", e);
    }
  }
}
