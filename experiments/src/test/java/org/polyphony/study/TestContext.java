package org.polyphony.study;

import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.OptionalLong;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.results.store.RunStore;
import org.polyphony.run.Progress;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.simulation.Simulation;
import org.polyphony.simulation.StopFlag;
import org.polyphony.sweep.Sweep;
import org.polyphony.workload.trace.TraceOptions;

/** What studies of a test work with: all that it does not set is as without any option. */
public final class TestContext {
  private final Simulation simulation;
  private final Path folder;
  private final Writer out;
  private StudyContext.Effort effort =
      new StudyContext.Effort(Scale.QUICK, 2, null, null, OptionalLong.empty(), Instant.MAX);

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

  public TestContext effort(StudyContext.Effort some) {
    effort = some;
    return this;
  }

  /** Returns it, of which nothing is shown while runs go on. */
  public StudyContext get() {
    return new StudyContext(
        new Sweep.Device(
            simulation,
            new RunStore(folder.resolve("cache"), "a build"),
            new WorkloadLibrary(TraceOptions.quiet(folder.resolve("cache/traces")))),
        effort,
        "",
        OutputFolder.open(folder),
        "polyphony study",
        new PrintWriter(out),
        Progress.SILENT,
        new StopFlag());
  }
}
