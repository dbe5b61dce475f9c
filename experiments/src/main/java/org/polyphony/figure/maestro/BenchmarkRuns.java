package org.polyphony.figure.maestro;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.polyphony.config.ExperimentLoader;
import org.polyphony.figure.FigureContext;
import org.polyphony.run.Experiment;
import org.polyphony.run.Experiments;
import org.polyphony.run.Outcome;
import org.polyphony.run.Progress;
import org.polyphony.run.SimulationFailure;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.store.Json;
import org.polyphony.store.RunCache;
import org.polyphony.store.Sha256;
import org.polyphony.sweep.Batch;
import org.polyphony.workload.kernel.BundledModels;

/** Runs bundled benchmarks alone on several numbers of SMs; repeats none that the cache has. */
final class BenchmarkRuns {
  private static final String GPU = "gtx980";

  private final FigureContext context;
  private final RunCache cache;
  private final Experiments experiments;

  BenchmarkRuns(FigureContext context) {
    this.context = context;
    cache = new RunCache(context.tools().cache());
    experiments =
        new Experiments(new WorkloadLibrary(context.tools().packedTraces(), false, notice -> {}));
  }

  /**
   * Runs every benchmark that is wanted; ends early when a stop is requested.
   *
   * @param sms numbers of SMs
   * @return the runs that are over, by benchmark, then in the order of {@code sms}
   * @throws SimulationFailure when one cannot go on, after all others have ended
   */
  List<BenchmarkRun> all(List<Integer> sms) {
    List<Task> tasks = new ArrayList<>();
    for (String benchmark : benchmarks()) {
      sms.forEach(count -> tasks.add(new Task(benchmark, count)));
    }
    new Batch(context.effort().jobs(), context.progress(), context.stop()).run(tasks);
    List<BenchmarkRun> runs = new ArrayList<>();
    for (Task task : tasks) {
      if (task.failure != null) {
        throw task.failure;
      }
      Optional.ofNullable(task.run).ifPresent(runs::add);
    }
    return runs;
  }

  private List<String> benchmarks() {
    List<String> wanted = context.inputs().benchmarks();
    return wanted.isEmpty() ? BundledModels.names() : wanted;
  }

  private Experiment experiment(String benchmark, int sms) {
    ObjectNode root = Json.object();
    root.putObject("gpu").put("extends", gpu()).put("sms", sms);
    root.putArray("workloads").add(benchmark);
    root.put("instructionBudget", context.effort().scale().aloneBudget());
    return experiments.open(
        ExperimentLoader.of(benchmark, root, Path.of(""), List.of()),
        new Experiments.Extras(false, 0));
  }

  /** Returns the name of the device. */
  String gpu() {
    return context.inputs().gpu().isEmpty() ? GPU : context.inputs().gpu();
  }

  /** One benchmark on one number of SMs. */
  private final class Task implements Batch.Task {
    private final String benchmark;
    private final int sms;
    private BenchmarkRun run; // written by the thread that runs it, read after the batch
    private RuntimeException failure;

    Task(String benchmark, int sms) {
      this.benchmark = benchmark;
      this.sms = sms;
    }

    @Override
    public void run(Progress progress) {
      Experiment experiment = experiment(benchmark, sms);
      String identity = "benchmark\n" + context.tools().build() + "\n" + experiment.configHash();
      String key = Sha256.hex(identity);
      Optional<JsonNode> counts =
          cache.find(key).or(() -> simulate(experiment, key, progress).map(c -> c));
      String type = experiment.inputs().get(0).type();
      run = counts.map(c -> new BenchmarkRun(benchmark, type, sms, c)).orElse(null);
    }

    private Optional<ObjectNode> simulate(Experiment experiment, String key, Progress progress) {
      Outcome outcome = context.tools().runner().run(experiment, progress, context.stop());
      if (outcome.shared().partial()) {
        return Optional.empty();
      }
      ObjectNode counts = BenchmarkRun.counts(experiment, outcome.shared());
      cache.store(key, counts);
      return Optional.of(counts);
    }

    @Override
    public void failed(RuntimeException cause) {
      failure =
          cause instanceof SimulationFailure
              ? new SimulationFailure(
                  benchmark + " on " + sms + " SMs: " + cause.getMessage(), "", cause)
              : cause;
    }
  }
}
