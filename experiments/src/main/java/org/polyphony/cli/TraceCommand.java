package org.polyphony.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import org.polyphony.config.FileKind;
import org.polyphony.workload.trace.TraceInfo;
import org.polyphony.workload.trace.TracePacker;
import org.polyphony.workload.trace.TraceProfiler;
import org.polyphony.workload.trace.TraceWorkload;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code polyphony trace}: what is in SASS traces. */
@Command(
    name = "trace",
    description = "Inspect, profile and pack SASS traces in Accel-Sim format.",
    footer = {
      "",
      "A trace is a kernelslist.g, a folder with one, or the trace of one kernel: text,",
      ".gz, .xz or packed. Text traces are packed into the cache on first use."
    })
final class TraceCommand implements Runnable {
  private static final String PATH = "kernelslist.g, folder with one, or trace of one kernel";
  private final Services services;

  @Spec private CommandSpec spec;

  TraceCommand(Services services) {
    this.services = services;
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  @Command(
      name = "info",
      description = "Print launches, resources, instruction mix and what is not modeled.")
  void info(@Parameters(paramLabel = "PATH", description = PATH) Path path) {
    print(TraceInfo.of(open(path, true)).table());
  }

  @Command(
      name = "profile",
      description = "Print mix, active lanes, memory transactions and bank conflicts.")
  void profile(
      @Parameters(paramLabel = "PATH", description = PATH) Path path,
      @Option(names = "--approximate", description = RunOptions.APPROXIMATE) boolean approximate) {
    print(TraceProfiler.profile(open(path, approximate)).table());
  }

  @Command(name = "pack", description = "Write the packed form: faster to load, same results.")
  void pack(
      @Parameters(paramLabel = "PATH", description = PATH) Path path,
      @Option(
              names = "--out",
              required = true,
              paramLabel = "TARGET",
              description = "folder (for a kernelslist.g) or file (for one kernel) to write")
          Path target) {
    GivenFile.require(path, FileKind.TRACE);
    Path packed = new TracePacker(services.traces(spec, false).notices()).pack(path, target);
    print("packed: " + packed + "\n");
  }

  private TraceWorkload open(Path path, boolean approximate) {
    GivenFile.require(path, FileKind.TRACE);
    return TraceWorkload.open(path, services.traces(spec, approximate));
  }

  private void print(String text) {
    PrintWriter out = spec.commandLine().getOut();
    out.print(text);
    out.flush();
  }
}
