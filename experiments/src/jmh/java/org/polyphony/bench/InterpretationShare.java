package org.polyphony.bench;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.polyphony.workload.kernel.BundledModels;

/**
 * Prints for each kernel model, all or those named by the arguments, what {@link
 * InterpretationBenchmark} measures: nanoseconds of processor time per warp instruction of
 * simulating and of interpreting, without the reading of the record of calls, and the share of the
 * latter.
 */
public final class InterpretationShare {
  private InterpretationShare() {}

  /**
   * Measures and prints a row after each model.
   *
   * @param models names or paths of models; none for all bundled ones
   * @throws RunnerException when a benchmark fails
   */
  public static void main(String[] models) throws RunnerException {
    System.out.println("| benchmark | simulate, ns | interpret, ns | share |");
    System.out.println("|---|--:|--:|--:|");
    for (String model : models.length > 0 ? List.of(models) : BundledModels.names()) {
      Map<String, Double> nanos = measure(model);
      double simulate = nanos.get("simulate");
      double interpret = nanos.get("interpret") - nanos.get("record");
      System.out.printf(
          Locale.ROOT,
          "| %s | %.1f | %.2f | %.1f%% |%n",
          model,
          simulate,
          interpret,
          100 * interpret / simulate);
    }
  }

  private static Map<String, Double> measure(String model) throws RunnerException {
    Collection<RunResult> results =
        new Runner(
                new OptionsBuilder()
                    .include(InterpretationBenchmark.class.getName())
                    .param("workload", model)
                    .verbosity(VerboseMode.SILENT)
                    .shouldFailOnError(true)
                    .build())
            .run();
    Map<String, Double> nanos = new TreeMap<>();
    for (RunResult result : results) {
      // both are elapsed time over a count
      double perInstruction = result.getSecondaryResults().get("warpInstructions").getScore();
      double perNano = result.getSecondaryResults().get("threadNanos").getScore();
      nanos.put(result.getPrimaryResult().getLabel(), perInstruction / perNano);
    }
    return nanos;
  }
}
