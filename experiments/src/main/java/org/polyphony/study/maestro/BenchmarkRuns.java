package org.polyphony.study.maestro;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.polyphony.input.Sha256;
import org.polyphony.run.Experiment;
import org.polyphony.run.Outcome;
import org.polyphony.run.Progress;
import org.polyphony.run.ResultsVersion;
import org.polyphony.simulation.SimulationFailure;
import org.polyphony.store.Json;
import org.polyphony.study.FigureContext;
import org.polyphony.sweep.SideBySide;
import org.polyphony.workload.kernel.BundledModels;

/** Runs bundled benchmarks alone on several numbers of SMs; repeats none that the cache has. */
record BenchmarkRuns(FigureContext context) {
  static final String GPU = "gtx980";

  /** One benchmark on one number of SMs. */
  private record Key(String benchmark, int sms) {
    @Override
    public String toString() {
      return benchmark + " on " + sms + " SMs";
    }
  }

  /**
   * Runs every benchmark that is wanted; ends early when a stop is requested.
   *
   * @return the runs that are over, by benchmark, then in the order of {@code sms}
   * @throws SimulationFailure when one cannot go on, after all others have ended
   */
  List<BenchmarkRun> all(List<Integer> sms) {
    return List.copyOf(SideBySide.all(context.batch(), keys(sms), this::run).values());
  }

  /**
   * Returns what tells results of these runs from those of another program, other devices or other
   * models: 16 hexadecimal digits.
   */
  String inputs(List<Integer> sms) {
    StringBuilder all = new StringBuilder("results version " + ResultsVersion.CURRENT + "\n");
    keys(sms).forEach(key -> all.append(experiment(key).configHash()).append('\n'));
    return Sha256.hex(all.toString()).substring(0, 16);
  }

  private List<Key> keys(List<Integer> sms) {
    List<String> wanted = context.inputs().benchmarks();
    List<Key> keys = new ArrayList<>();
    for (String benchmark : wanted.isEmpty() ? BundledModels.names() : wanted) {
      sms.forEach(count -> keys.add(new Key(benchmark, count)));
    }
    return keys;
  }

  private Experiment experiment(Key key) {
    ObjectNode root = Json.object();
    root.putObject("gpu").put("extends", context.gpuOr(GPU)).put("sms", key.sms);
    root.putArray("workloads").add(key.benchmark);
    root.put("instructionBudget", context.effort().scale().aloneBudget());
    return context.experiment(key.benchmark, root, 0);
  }

  private Optional<BenchmarkRun> run(Key key, Progress progress) {
    Experiment experiment = experiment(key);
    String identity = "benchmark\n" + context.tools().build() + "\n" + experiment.configHash();
    String hash = Sha256.hex(identity);
    String type = experiment.inputs().get(0).type();
    return context
        .tools()
        .runs()
        .find(hash)
        .or(() -> simulate(experiment, hash, progress).map(counts -> counts))
        .map(counts -> new BenchmarkRun(key.benchmark, type, key.sms, counts));
  }

  private Optional<ObjectNode> simulate(Experiment experiment, String hash, Progress progress) {
    Outcome outcome = context.tools().runner().run(experiment, progress, context.stop());
    if (outcome.shared().partial()) {
      return Optional.empty();
    }
    ObjectNode counts = BenchmarkRun.counts(experiment, outcome.shared());
    context.tools().runs().store(hash, counts);
    return Optional.of(counts);
  }
}
