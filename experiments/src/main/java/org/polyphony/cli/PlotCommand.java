package org.polyphony.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.polyphony.config.ConfigKeys;
import org.polyphony.plot.Charts;
import org.polyphony.plot.Picture;
import org.polyphony.plot.PictureFormat;
import org.polyphony.results.DisplayNames;
import org.polyphony.results.Results;
import org.polyphony.results.View;
import org.polyphony.results.store.AtomicFile;
import org.polyphony.results.store.OutputFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code polyphony plot}: the charts that fit a folder of results. */
@HelpText.Groups({"Charts: --chart --normalize-to --absolute --name", "Output: --format --out"})
@Command(
    name = "plot",
    description = "Draw the charts that fit results folders.",
    footer = {
      "",
      "Charts are one or two columns of a paper wide. PNG has 300 dpi, PDF embeds its",
      "font, SVG keeps text as text. 'polyphony list charts' lists what they need.",
      "",
      "Examples:",
      "  polyphony plot out/quickstart",
      "  polyphony plot out/policies --chart categories --name smk-even=SMK",
      "  polyphony plot out/policies --chart pairs --normalize-to smk-even",
      "  polyphony plot out/a out/b --out charts"
    })
final class PlotCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "RESULTS_DIR",
      arity = "1..*",
      description = "results folder of run, host, sweep or study; several are one sweep")
  private List<Path> results = new ArrayList<>();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "png, svg or pdf; repeatable (default: png)")
  private List<String> formats = new ArrayList<>();

  @Option(
      names = "--chart",
      paramLabel = "NAME",
      completionCandidates = BundledNames.ChartNames.class,
      description =
          "chart to draw, from 'polyphony list charts'; repeatable (default: all that fit,"
              + " except those only drawn on request)")
  private List<String> charts = new ArrayList<>();

  @Option(
      names = "--absolute",
      description = "draw STP and ANTT as ratios, not as changes in percent")
  private boolean absolute;

  @Option(
      names = "--normalize-to",
      paramLabel = "POLICY",
      description =
          "draw STP and ANTT of a sweep, or throughput of a host experiment, relative to"
              + " this policy or scheduler")
  private String baseline = "";

  @Option(
      names = "--name",
      paramLabel = "OLD=NEW",
      description =
          "display name of a policy, benchmark, scheduler, config key or value of an axis, such"
              + " as gpu.l2.bytes='L2 size'; repeatable")
  private Map<String, String> names = new LinkedHashMap<>();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "folder for the charts (default: charts/ in RESULTS_DIR)")
  private Path out;

  @Override
  public void run() {
    Set<PictureFormat> wanted = new LinkedHashSet<>();
    for (String format : formats) {
      wanted.add(
          Arguments.oneOf(
              "--format", format, List.of(PictureFormat.values()), PictureFormat::extension));
    }
    charts.forEach(chart -> Arguments.requireOneOf("--chart", chart, Charts.names()));
    PrintWriter stdout = spec.commandLine().getOut();
    DisplayNames shown = new DisplayNames(names, ConfigKeys::unit);
    results.forEach(GivenFile::results);
    ReportCommand.requireOut(results, out);
    Results read = Results.read(results, new View(shown, absolute, baseline));
    if (!baseline.isEmpty()) {
      Arguments.requireOneOf("--normalize-to", baseline, read.policies());
    }
    Path first = results.get(0);
    boolean isStudy = FolderKind.of(first).equals(Optional.of(FolderKind.STUDY));
    List<String> heldBack = charts.isEmpty() ? Charts.heldBack(read) : List.of();
    if (isStudy && charts.isEmpty() && heldBack.isEmpty() && Charts.drawAll(read).isEmpty()) {
      stdout.println(first + ": this study has no charts, only text");
      return;
    }
    List<Picture> pictures = Charts.draw(read, charts);
    PrintWriter stderr = spec.commandLine().getErr();
    read.leftOut().forEach(stderr::println);
    heldBack.forEach(stderr::println);
    shown.unused().stream()
        .findFirst()
        .ifPresent(
            name -> {
              throw Arguments.wrong(
                  "--name", "'" + name + "'", "a name shown in one of these charts");
            });
    OutputFolder folder =
        OutputFolder.open(out == null ? OutputFolder.inside(first, FolderKind.CHARTS) : out);
    Set<PictureFormat> written = wanted.isEmpty() ? Set.of(PictureFormat.PNG) : wanted;
    folder.requireOwn(
        pictures.stream()
            .flatMap(picture -> written.stream().map(format -> name(picture, format)))
            .toList());
    for (Picture picture : pictures) {
      for (PictureFormat format : written) {
        Path file = folder.file(name(picture, format));
        AtomicFile.write(file, format.bytes(picture));
        stdout.println(file);
      }
    }
  }

  private static String name(Picture picture, PictureFormat format) {
    return picture.name() + "." + format.extension();
  }
}
