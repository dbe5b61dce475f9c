package org.polyphony.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.store.CacheFolder;
import org.polyphony.workload.trace.TraceOptions;
import org.polyphony.workload.trace.TraceWorkload;

/** What a benchmark runs. */
final class BenchmarkWorkload {
  private BenchmarkWorkload() {}

  /** Opens a bundled workload by name, or a trace by path; text traces are packed first. */
  static Workload open(String nameOrPath) {
    Path packed = CacheFolder.of(System.getenv()).resolve("traces");
    return Files.exists(Path.of(nameOrPath))
        ? TraceWorkload.open(Path.of(nameOrPath), TraceOptions.quiet(packed))
        : new WorkloadLibrary(packed, false, notice -> {}).bundled(nameOrPath).workload();
  }
}
