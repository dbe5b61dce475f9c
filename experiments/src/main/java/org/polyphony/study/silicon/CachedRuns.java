package org.polyphony.study.silicon;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.polyphony.input.Sha256;
import org.polyphony.results.store.RunCache;
import org.polyphony.run.Progress;
import org.polyphony.simulation.RunRequest;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.study.StudyContext;

/**
 * Runs simulations and caches what a figure keeps of them.
 *
 * @param type of what is kept, a record that can be written as JSON
 * @param keep extracts it from a result
 */
record CachedRuns<T>(StudyContext context, Class<T> type, Function<RunResult, T> keep) {
  private static final JsonMapper MAPPER = new JsonMapper();

  /**
   * Returns a cached run, or simulates it; empty after a stop or the deadline.
   *
   * @param identity of everything that determines the result
   * @param limit core cycles after which the run ends; 0 for none
   */
  Optional<T> run(String name, String identity, RunRequest request, long limit, Progress progress) {
    String key = Sha256.hex(identity);
    RunCache cache = context.tools().runs();
    Optional<T> run = cache.find(key).map(this::read);
    if (run.isEmpty() && Instant.now().isBefore(context.effort().until())) {
      progress.begin(name);
      run = simulate(request, limit, progress);
      run.ifPresent(r -> cache.store(key, MAPPER.valueToTree(r)));
    }
    return run;
  }

  private Optional<T> simulate(RunRequest request, long limit, Progress progress) {
    RunWatcher watcher =
        (done, cycles, issued) -> {
          progress.update(done, cycles, issued);
          return !context.stop().isRequested() && (limit == 0 || cycles < limit);
        };
    RunResult result = context.tools().simulation().run(request, watcher);
    return context.stop().isRequested() ? Optional.empty() : Optional.of(keep.apply(result));
  }

  private T read(JsonNode entry) {
    try {
      return MAPPER.treeToValue(entry, type);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a run in the cache has another form", e);
    }
  }
}
