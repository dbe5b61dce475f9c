package org.polyphony.study.silicon;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.input.Sha256;
import org.polyphony.run.Experiment;
import org.polyphony.run.Progress;
import org.polyphony.simulation.RunRequest;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.store.RunCache;
import org.polyphony.study.FigureContext;

/** Runs kernels and keeps what each did over time; repeats nothing that the cache has. */
record KernelRuns(FigureContext context, String kind) {
  private static final int STEP_CYCLES = 5_000;
  private static final JsonMapper MAPPER = new JsonMapper();

  /**
   * Returns the request of an experiment with other workloads, each to its end; two or more begin
   * again until all have ended.
   */
  static RunRequest request(Experiment experiment, List<Workload> workloads) {
    RunRequest of = experiment.request();
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

  /**
   * Runs a request, unless the cache has it; gives nothing when it was stopped or the time is over.
   *
   * @param limit core cycles after which it ends; 0 for none
   */
  Optional<CorunRun> run(
      String name, RunRequest request, String identity, long limit, Progress progress) {
    String key =
        Sha256.hex(
            String.join("\n", kind, context.tools().build(), identity, Long.toString(limit)));
    RunCache cache = context.tools().runs();
    Optional<CorunRun> run = cache.find(key).map(KernelRuns::read);
    if (run.isEmpty() && Instant.now().isBefore(context.effort().until())) {
      run = simulate(name, request, limit, progress);
      run.ifPresent(r -> cache.store(key, MAPPER.valueToTree(r)));
    }
    return run;
  }

  private Optional<CorunRun> simulate(
      String name, RunRequest request, long limit, Progress progress) {
    progress.begin(name);
    RunWatcher watcher =
        (done, cycles, issued) -> {
          progress.update(done, cycles, issued);
          return !context.stop().isRequested() && (limit == 0 || cycles < limit);
        };
    RunResult result = context.tools().simulation().run(request, watcher);
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
