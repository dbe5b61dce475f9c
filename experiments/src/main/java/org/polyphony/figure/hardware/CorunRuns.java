package org.polyphony.figure.hardware;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.polyphony.figure.FigureContext;
import org.polyphony.figure.SideBySide;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.run.Experiment;
import org.polyphony.run.Progress;
import org.polyphony.run.RunRequest;
import org.polyphony.run.RunResult;
import org.polyphony.run.SimulationFailure;
import org.polyphony.store.Json;
import org.polyphony.store.RunCache;
import org.polyphony.store.Sha256;

/**
 * Runs sample kernels alone and together; repeats nothing that the cache has.
 *
 * @param context what it works with; runs that may be cut end after its cycles
 * @param device what runs
 * @param wholeSms SMs of the whole device
 */
record CorunRuns(FigureContext context, CorunDevice device, int wholeSms) {
  private static final int STEP_CYCLES = 5_000;
  private static final JsonMapper MAPPER = new JsonMapper();

  /** The kernels of a workload, so many times, without its copies. */
  private record Launches(String name, List<Workload.Launch> once, int times) implements Workload {
    static Launches of(Workload workload, int times) {
      List<Workload.Launch> once = new ArrayList<>();
      for (int i = 0; i < workload.steps(); i++) {
        if (workload.step(i) instanceof Workload.Launch launch) {
          once.add(launch);
        }
      }
      return new Launches(workload.name(), List.copyOf(once), times);
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
   * Runs all settings, which differ; a stop or the end of the time leaves some out.
   *
   * @throws SimulationFailure when one cannot go on, after all others have ended
   */
  Map<CorunSetting, CorunRun> run(List<CorunSetting> settings) {
    return SideBySide.all(context.batch(), settings, this::run);
  }

  private Experiment experiment(CorunSetting setting) {
    ObjectNode root = Json.object();
    boolean isAlone = setting.kernels().size() == 1;
    device.writeTo(root, isAlone ? setting.sms().get(0) : wholeSms);
    for (int i = 0; i < setting.kernels().size(); i++) {
      root.withArray("/workloads")
          .addObject()
          .put("benchmark", setting.kernels().get(i))
          .put("name", setting.names().get(i))
          .put("scale", device.scale());
    }
    ObjectNode policy = root.putObject("policy");
    policy.put("name", setting.policy());
    if (setting.policy().equals("spatial-fixed")) {
      ArrayNode sms = policy.putArray("sms");
      setting.sms().forEach(n -> sms.add(device.sms(n)));
      policy.put("idleSms", "keep");
    }
    return context.experiment(setting.toString(), root, 0);
  }

  /** Returns the request of an experiment with the launches of a setting, each to its end. */
  private static RunRequest request(Experiment experiment, CorunSetting setting) {
    RunRequest of = experiment.request();
    List<Workload> workloads = new ArrayList<>();
    for (int i = 0; i < of.workloads().size(); i++) {
      workloads.add(Launches.of(of.workloads().get(i), setting.launches().get(i)));
    }
    return new RunRequest(
        of.gpu(),
        workloads,
        of.sharing(),
        Long.MAX_VALUE,
        workloads.size() > 1,
        of.seed(),
        STEP_CYCLES,
        0,
        false);
  }

  private Optional<CorunRun> run(CorunSetting setting, Progress progress) {
    Experiment experiment = experiment(setting);
    long limit = setting.isLimited() ? context.effort().cycles() : 0;
    String identity =
        String.join(
            "\n",
            "corun",
            context.tools().build(),
            experiment.configHash(),
            setting.launches().toString(),
            Long.toString(limit));
    String key = Sha256.hex(identity);
    RunCache cache = new RunCache(context.tools().cache());
    Optional<CorunRun> run = cache.find(key).map(CorunRuns::read);
    if (run.isEmpty() && Instant.now().isBefore(context.effort().until())) {
      run = simulate(setting, request(experiment, setting), limit, progress);
      run.ifPresent(r -> cache.store(key, MAPPER.valueToTree(r)));
    }
    return run;
  }

  private Optional<CorunRun> simulate(
      CorunSetting setting, RunRequest request, long limit, Progress progress) {
    progress.begin(setting.toString());
    RunResult result =
        context
            .tools()
            .simulation()
            .run(
                request,
                (done, cycles, issued) -> {
                  progress.update(done, cycles, issued);
                  return !context.stop().isRequested() && (limit == 0 || cycles < limit);
                });
    return context.stop().isRequested()
        ? Optional.empty()
        : Optional.of(CorunRun.of(result, STEP_CYCLES));
  }

  private static CorunRun read(JsonNode entry) {
    try {
      return MAPPER.treeToValue(entry, CorunRun.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a run in the cache has another form", e);
    }
  }
}
