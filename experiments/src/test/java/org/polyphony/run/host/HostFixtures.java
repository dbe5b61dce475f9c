package org.polyphony.run.host;

import java.nio.file.Path;
import org.polyphony.results.store.RunStore;
import org.polyphony.run.Progress;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.simulation.StopFlag;
import org.polyphony.workload.trace.TraceOptions;

/** Tools of host experiments for tests. */
public final class HostFixtures {
  private HostFixtures() {}

  /** Returns tools that keep what is measured in a folder. */
  public static HostTools tools(Path cache) {
    return new HostTools(
        new WorkloadLibrary(TraceOptions.quiet(cache.resolve("traces"))),
        new RunStore(cache, "test"),
        Progress.SILENT,
        new StopFlag());
  }
}
