package org.polyphony.cli;

import java.nio.file.Path;
import org.polyphony.results.ResultFile;
import org.polyphony.results.Results;
import org.polyphony.results.store.AtomicFile;
import org.polyphony.timeline.Span;
import org.polyphony.timeline.Timeline;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code polyphony timeline}: a run for Perfetto and chrome://tracing. */
@Command(
    name = "timeline",
    description = "Write a timeline of a run or host experiment for Perfetto.",
    footer = {
      "",
      "For runs, a microsecond is a core cycle. Each SM is a process with its role, one",
      "track per thread-block slot (with preemptions and their latency) and counters of",
      "resident thread blocks; the device has kernels, epochs, decisions and IPC.",
      "",
      "For host experiments, also in --from and --to, a microsecond is a microsecond.",
      "Each scheduler has a process of jobs (queued, waiting, cpu, copy, kernel) and",
      "one of counters: cores, GPUs and GPU memory.",
      "",
      "Examples:",
      "  polyphony timeline out/maestro",
      "  polyphony timeline out/maestro --from 100000 --to 200000 --out part.json"
    })
final class TimelineCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "RESULTS_DIR", description = "results folder of run or host")
  private Path results;

  @Option(
      names = "--from",
      paramLabel = "CYCLE",
      description = "first core cycle to show (default: 0)")
  private long from;

  @Option(
      names = "--to",
      paramLabel = "CYCLE",
      description = "core cycle to stop before (default: end of the run)")
  private long to = Long.MAX_VALUE;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "timeline to write (default: trace.json in RESULTS_DIR)")
  private Path out;

  @Override
  public void run() {
    if (from < 0) {
      throw Arguments.wrong("--from", from, "0 or more");
    }
    if (to <= from) {
      throw Arguments.wrong("--to", to, "more than --from, " + from);
    }
    Results run = Results.read(GivenFile.results(results));
    Timeline.require(run);
    Path shown = out == null ? results.resolve(ResultFile.TRACE.file()) : out;
    AtomicFile.write(
        FolderKind.openFor(shown, ResultFile.TRACE.file()),
        writer -> Timeline.write(run, new Span(from, to), writer));
    spec.commandLine().getOut().println(shown);
  }
}
