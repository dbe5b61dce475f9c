package org.polyphony.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.polyphony.sweep.SweepFolder;
import org.polyphony.sweep.SweepParts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code polyphony merge}: the shards of a sweep as one. */
@Command(
    name = "merge",
    mixinStandardHelpOptions = true,
    description = "Merge the shards of a sweep into one folder.",
    footer = {"", "Example:", "  polyphony merge part-1 part-2 part-3 --out all"})
final class MergeCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", arity = "1..*", description = "folders of 'sweep --shard'")
  private List<Path> parts = new ArrayList<>();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "folder for the results of all")
  private Path out;

  @Override
  public void run() {
    parts.forEach(GivenFile::results);
    SweepParts folders = new SweepParts(parts);
    FolderKind.SWEEP.require(out);
    SweepFolder merged = folders.mergedAt(out);
    int ended = merged.assemble();
    spec.commandLine()
        .getOut()
        .printf("%d of %d runs; results in %s%n", ended, merged.runIds().size(), out);
  }
}
