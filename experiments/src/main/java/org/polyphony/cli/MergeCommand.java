package org.polyphony.cli;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.polyphony.store.ResultLines;
import org.polyphony.sweep.SweepFolder;
import org.polyphony.sweep.SweepParts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code polyphony merge}: the parts of a sweep as one, or files of runs of pairs. */
@Command(
    name = "merge",
    mixinStandardHelpOptions = true,
    description =
        "Puts the parts of a sweep together that 'sweep --shard' has made, or files of runs of"
            + " pairs that 'reproduce --results' has.",
    footer = {
      "",
      "Examples:",
      "  polyphony merge part-1 part-2 part-3 --out all",
      "  polyphony merge mine.jsonl theirs.jsonl --out experiments/pairs/runs.jsonl"
    })
final class MergeCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "PATH",
      arity = "1..*",
      description = "folders of parts of one sweep, or files of runs of pairs")
  private List<Path> parts = new ArrayList<>();

  @Option(
      names = "--out",
      paramLabel = "PATH",
      required = true,
      description = "folder, or file, for the results of all; a file may be one of those named")
  private Path out;

  @Override
  public void run() {
    PrintWriter stdout = spec.commandLine().getOut();
    parts.stream().filter(Files::isRegularFile).forEach(MergeCommand::refuseConfigs);
    if (parts.stream().anyMatch(Files::isRegularFile)) {
      int lines = ResultLines.merge(parts, out, spec.commandLine().getErr()::println);
      stdout.printf("%d lines in %s%n", lines, out);
    } else {
      SweepParts folders = new SweepParts(parts);
      FolderKind.SWEEP.require(out);
      SweepFolder merged = folders.mergedAt(out);
      int ended = merged.assemble();
      stdout.printf("%d of %d runs; results in %s%n", ended, merged.runIds().size(), out);
    }
  }

  private static void refuseConfigs(Path file) {
    GivenFile.refuseOurs(file, "parts of a sweep, or a file of runs of pairs");
  }
}
