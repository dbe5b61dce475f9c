package org.polyphony.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Stream;
import org.polyphony.input.Violation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code polyphony compare}: results or devices side by side. */
@Command(
    name = "compare",
    description = "Compare results of runs or sweeps, or devices.",
    footer = {
      "",
      "Prints config values that differ, then all metrics with unit and difference to",
      "the first. Points of sweeps are matched by the settings that they share, a run",
      "with the points of a sweep that have its workloads; ratios are geometric means",
      "over them. 'polyphony list metrics' defines the metrics.",
      "",
      "Examples:",
      "  polyphony compare out/maestro out/smk-even",
      "  polyphony compare out/a out/b out/c --normalize-to out/a --csv ratios.csv",
      "  polyphony compare gtx980 gtx980-reference"
    })
final class CompareCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "WHAT",
      arity = "2..*",
      description = "two or more folders of runs or sweeps, or devices by name or file")
  private List<String> given = new ArrayList<>();

  @Option(
      names = "--normalize-to",
      paramLabel = "WHAT",
      description = "base of ratios: print each metric over that of WHAT, one of those given")
  private String normalizeTo;

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description = "also write all values, differences and ratios as CSV")
  private Path csv;

  @Override
  public void run() {
    Comparison comparison = comparison();
    List<PairedSweeps> sweeps = comparison.sweeps();
    if (csv != null && sweeps.isEmpty()) {
      Comparison.CSV.write(FolderKind.openFor(csv, ".csv"), comparison.rows());
    } else if (csv != null) {
      Stream<PairedSweeps.Row> rows = sweeps.stream().flatMap(PairedSweeps::rows);
      PairedSweeps.CSV.write(FolderKind.openFor(csv, ".csv"), rows);
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(comparison.configTable());
    sweeps.forEach(sweep -> out.print("\n" + sweep.table()));
    if (!comparison.metrics().isEmpty()) {
      out.print("\n" + comparison.metricTable(normalizeTo != null));
    }
    out.print(comparison.causeTable());
    if (csv != null) {
      out.println(csv);
    }
    out.flush();
  }

  private Comparison comparison() {
    if (new LinkedHashSet<>(given).size() < given.size()) {
      throw Arguments.wrong("WHAT", "one of " + given + " twice", "each once");
    }
    if (normalizeTo != null) {
      Arguments.requireOneOf("--normalize-to", normalizeTo, given);
    }
    List<String> labels = labels();
    List<Compared> all = new ArrayList<>();
    for (int i = 0; i < given.size(); i++) {
      all.add(Compared.of(given.get(i), labels.get(i)));
    }
    if (all.stream().anyMatch(Compared::isSweep)) {
      all.replaceAll(Compared::asSweep);
    }
    for (int i = 1; i < given.size(); i++) {
      if (!all.get(i).kind().equals(all.get(0).kind())) {
        String allowed = all.get(0).kind() + ", like " + given.get(0);
        throw new Violation("", all.get(i).kind(), allowed).errorAt(given.get(i));
      }
    }
    return new Comparison(all, all.get(normalizeTo == null ? 0 : given.indexOf(normalizeTo)));
  }

  /** Returns short names: the last parts of paths, where these differ. */
  private List<String> labels() {
    List<String> last = given.stream().map(g -> String.valueOf(Path.of(g).getFileName())).toList();
    return new LinkedHashSet<>(last).size() == given.size() ? last : given;
  }
}
