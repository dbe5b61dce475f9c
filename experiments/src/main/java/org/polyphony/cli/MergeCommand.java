package org.polyphony.cli;

import static org.polyphony.results.table.Formats.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.config.SweepFile;
import org.polyphony.config.SweepUnion;
import org.polyphony.input.InputFile;
import org.polyphony.input.InvalidInputException;
import org.polyphony.results.run.OwnCode;
import org.polyphony.results.store.AtomicFile;
import org.polyphony.sweep.SweepFolder;
import org.polyphony.workload.kernel.BundledModels;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code polyphony merge}: the shards of a sweep as one. */
@Command(
    name = "merge",
    customSynopsis = "polyphony merge [OPTIONS] --out=DIR DIR...",
    description = "Merge parts of a sweep into one folder.",
    footer = {"", "Example:", "  polyphony merge part-1 part-2 part-3 --out all"})
final class MergeCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "DIR",
      arity = "1..*",
      description = "folders of 'sweep --shard', or of sweeps with one base")
  private List<Path> parts = new ArrayList<>();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "folder for the merged results")
  private Path out;

  @Override
  public void run() {
    parts.forEach(GivenFile::results);
    List<SweepFolder> folders = parts.stream().map(SweepFolder::existing).toList();
    FolderKind.SWEEP.require(out);
    List<SweepFolder> all = new ArrayList<>(folders);
    if (SweepFolder.isOne(out)) {
      all.add(SweepFolder.existing(out));
    }
    List<SweepFile> sweeps = all.stream().map(SweepFolder::sweep).toList();
    for (int i = 0; i < all.size(); i++) {
      if (sweeps.get(i).search().isPresent()) {
        String sentence = "holds a search, which is not merged; run it in one folder";
        throw new InvalidInputException(all.get(i).path() + ": " + sentence);
      }
    }
    for (int i = 1; i < all.size(); i++) {
      sweeps.get(i).requireBaseOf(sweeps.get(0), all.get(0).path());
    }
    requireOneCode(all);
    SweepFile whole = SweepUnion.of(sweeps, BundledModels.names());
    SweepFolder merged = SweepFolder.open(out, whole, true);
    for (SweepFolder part : folders) {
      merged.adopt(part);
      copySource(part, merged);
    }
    spec.commandLine()
        .getOut()
        .printf("%d of %d runs; results in %s%n", merged.assemble(), whole.runs().size(), out);
  }

  /** Two versions of a policy in one table would be compared as if they were one. */
  private static void requireOneCode(List<SweepFolder> all) {
    Map<String, Made> byPolicy = new HashMap<>();
    for (SweepFolder part : all) {
      for (JsonNode run : part.lines()) {
        if (!run.has("error")) {
          check(run, part, byPolicy);
        }
      }
    }
  }

  private record Made(SweepFolder part, String code) {}

  private static void check(JsonNode run, SweepFolder part, Map<String, Made> byPolicy) {
    // A host run names no one policy: only the same run of two parts can be compared.
    String policy = run.path("policy").asText("run " + run.path("run").asText());
    Made now = new Made(part, run.at("/provenance/ownCode").asText());
    Made first = byPolicy.putIfAbsent(policy, now);
    if (first != null && !first.code.equals(now.code)) {
      throw new InvalidInputException(
          text(
              "%s: holds runs with different code of %s than %s; only parts with the same code can"
                  + " be merged",
              part.path(), policy, first.part.path()));
    }
  }

  private static void copySource(SweepFolder part, SweepFolder target) {
    Path source = part.path().resolve(OwnCode.FILE);
    try {
      if (Files.exists(source)) {
        AtomicFile.write(target.path().resolve(OwnCode.FILE), InputFile.text(source));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(source + ": cannot be read: " + e.getMessage(), e);
    }
  }
}
