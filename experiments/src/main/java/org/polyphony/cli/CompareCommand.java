package org.polyphony.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.polyphony.input.Violation;
import org.polyphony.plot.Charts;
import org.polyphony.plot.PictureFormat;
import org.polyphony.results.store.AtomicFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code polyphony compare}: results or devices side by side. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = "Compare results of runs or sweeps, or devices.",
    footer = {
      "",
      "Prints config values that differ, then all metrics with unit and difference to",
      "the first. Points of sweeps are matched by the settings that they share, a run",
      "with the points of a sweep that have its workloads; ratios are geometric means",
      "over them. METRICS.md defines the metrics.",
      "",
      "Examples:",
      "  polyphony compare out/maestro out/smk-even",
      "  polyphony compare out/a out/b out/c --normalize-to out/a --chart bars.svg",
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

  @Option(
      names = "--chart",
      paramLabel = "FILE",
      description =
          "draw STP, ANTT and IPC relative to the first, or to --normalize-to, as .svg, .png"
              + " or .pdf")
  private Path chart;

  @Override
  public void run() {
    Comparison comparison = comparison();
    List<PairedSweeps> sweeps = comparison.sweeps();
    PictureFormat format = chart == null ? null : format(comparison, sweeps);
    if (csv != null) {
      Path file = FolderKind.openFor(csv, ".csv");
      if (sweeps.isEmpty()) {
        Comparison.CSV.write(file, comparison.rows());
      } else {
        PairedSweeps.CSV.write(file, sweeps.stream().flatMap(PairedSweeps::rows));
      }
    }
    if (chart != null) {
      AtomicFile.write(
          FolderKind.openFor(chart, "." + format.extension()),
          format.bytes(Charts.normalized(comparison.base().label(), charted(comparison, sweeps))));
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(comparison.configTable());
    sweeps.forEach(sweep -> out.print("\n" + sweep.table()));
    if (!comparison.metrics().isEmpty()) {
      out.print("\n" + comparison.metricTable(normalizeTo != null));
    }
    out.print(comparison.causeTable());
    Stream.of(csv, chart).filter(Objects::nonNull).forEach(out::println);
    out.flush();
  }

  private static Map<String, Map<String, Double>> charted(
      Comparison comparison, List<PairedSweeps> sweeps) {
    Map<String, Map<String, Double>> series = new LinkedHashMap<>();
    sweeps.forEach(sweep -> series.putAll(sweep.charted()));
    return sweeps.isEmpty() ? comparison.charted() : series;
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

  private PictureFormat format(Comparison comparison, List<PairedSweeps> sweeps) {
    boolean isEmpty = charted(comparison, sweeps).values().stream().allMatch(Map::isEmpty);
    if (isEmpty) {
      throw Arguments.wrong("--chart", comparison.base().kind(), "results of runs or sweeps");
    }
    return Stream.of(PictureFormat.values())
        .filter(format -> chart.toString().endsWith("." + format.extension()))
        .findFirst()
        .orElseThrow(() -> Arguments.wrong("--chart", chart, "a .svg, .png or .pdf file"));
  }
}
