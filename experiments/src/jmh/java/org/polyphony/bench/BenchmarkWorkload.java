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
    return open("", nameOrPath);
  }

  /**
   * Does the same where paths that are not absolute start from a folder.
   *
   * @param folder with traces
   * @param nameOrPath of a bundled workload or of a trace
   */
  static Workload open(String folder, String nameOrPath) {
    Path packed = CacheFolder.of(System.getenv()).resolve("traces");
    Path trace = Path.of(folder).resolve(nameOrPath);
    return Files.exists(trace)
        ? TraceWorkload.open(trace, TraceOptions.quiet(packed))
        : new WorkloadLibrary(TraceOptions.quiet(packed)).bundled(nameOrPath).workload();
  }
}
