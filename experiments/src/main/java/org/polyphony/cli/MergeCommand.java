package org.polyphony.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.polyphony.sweep.SweepFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code polyphony merge}: the parts of a sweep as one. */
@Command(
    name = "merge",
    mixinStandardHelpOptions = true,
    description = "Puts the parts of a sweep together that 'sweep --shard' has made.",
    footer = {"", "Example:", "  polyphony merge part-1 part-2 part-3 --out all"})
final class MergeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", arity = "1..*", description = "folders of parts of one sweep")
  private List<Path> parts = new ArrayList<>();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "folder for the results of all")
  private Path out;

  @Override
  public Integer call() {
    List<SweepFolder> folders = parts.stream().map(SweepFolder::existing).toList();
    SweepFolder merged = SweepFolder.merged(out, folders);
    int ended = merged.assemble();
    PrintWriter stdout = spec.commandLine().getOut();
    stdout.printf("%d of %d runs; results in %s%n", ended, merged.runIds().size(), out);
    stdout.flush();
    return 0;
  }
}
