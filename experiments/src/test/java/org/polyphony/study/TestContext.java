package org.polyphony.study;

import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.run.Progress;
import org.polyphony.simulation.Simulation;
import org.polyphony.simulation.StopFlag;
import org.polyphony.study.pairs.PairSeeds;

/** What figures of a test work with: all that it does not set is as without any option. */
public final class TestContext {
  private final Simulation simulation;
  private final Path folder;
  private final Writer out;
  private Path results;
  private String gpu = "";
  private List<String> benchmarks = List.of();
  private List<String> parts = List.of();
  private FigureContext.Effort effort = effort(Scale.QUICK, 2);
  private StopFlag stop = new StopFlag();

  /**
   * Begins a context.
   *
   * @param folder of results and cache
   * @param out takes what is printed
   */
  public TestContext(Simulation simulation, Path folder, Writer out) {
    this.simulation = simulation;
    this.folder = folder;
    this.out = out;
  }

  public TestContext results(Path file) {
    results = file;
    return this;
  }

  public TestContext device(String name) {
    gpu = name;
    return this;
  }

  public TestContext benchmarks(List<String> some) {
    benchmarks = some;
    return this;
  }

  public TestContext parts(List<String> some) {
    parts = some;
    return this;
  }

  public TestContext effort(FigureContext.Effort some) {
    effort = some;
    return this;
  }

  /** Returns limits with the pairs and cycles of a scale, one seed and no deadline. */
  public static FigureContext.Effort effort(Scale scale, int jobs) {
    return new FigureContext.Effort(
        scale, jobs, scale.pairs(), PairSeeds.ONE, OptionalLong.empty(), Instant.MAX);
  }

  public TestContext stop(StopFlag flag) {
    stop = flag;
    return this;
  }

  /** Returns it, of which nothing is shown while runs go on. */
  public FigureContext get() {
    return get(folder.resolve("cache"), "a build", Progress.SILENT);
  }

  /** Returns it for a build with a cache of its own. */
  public FigureContext get(Path cache, String build, Progress progress) {
    return new FigureContext(
        new FigureContext.Tools(simulation, cache, build),
        new FigureContext.Inputs(gpu, benchmarks, parts, Optional.ofNullable(results)),
        effort,
        OutputFolder.open(folder),
        "polyphony reproduce",
        new PrintWriter(out),
        progress,
        stop);
  }
}
