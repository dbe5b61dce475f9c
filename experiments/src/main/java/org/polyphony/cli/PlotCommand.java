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
import org.polyphony.plot.DisplayNames;
import org.polyphony.plot.Picture;
import org.polyphony.plot.PictureFormat;
import org.polyphony.plot.Results;
import org.polyphony.plot.View;
import org.polyphony.store.AtomicFile;
import org.polyphony.store.OutputFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code polyphony plot}: the charts that fit a folder of results. */
@Command(
    name = "plot",
    mixinStandardHelpOptions = true,
    description = "Draws the charts that fit the results in a folder.",
    footer = {
      "",
      "Charts are one or two columns of a paper wide; PNG has 300 dots per inch, SVG draws letters"
          + " as",
      "outlines, PDF has its font in it. 'polyphony list charts' says what each chart needs.",
      "",
      "Examples:",
      "  polyphony plot out/quickstart",
      "  polyphony plot out/policies --chart categories --name smk-even=SMK --format pdf",
      "  polyphony plot out/policies --chart pairs --normalize-to smk-even"
    })
final class PlotCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "RESULTS_DIR",
      description = "a folder that run, sweep or reproduce has written")
  private Path results;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "png, svg or pdf; may be repeated (default: png)")
  private List<String> formats = new ArrayList<>();

  @Option(
      names = "--chart",
      paramLabel = "NAME",
      description =
          "draw this chart; may be repeated (default: all that fit but those that 'list charts'"
              + " marks)")
  private List<String> charts = new ArrayList<>();

  @Option(
      names = "--absolute",
      description = "draws STP and ANTT as they are, not as change over non-shared execution")
  private boolean absolute;

  @Option(
      names = "--normalize-to",
      paramLabel = "POLICY",
      description =
          "draw STP and ANTT of a sweep, or throughput of a host experiment, over those of this"
              + " policy or scheduler")
  private String baseline = "";

  @Option(
      names = "--name",
      paramLabel = "OLD=NEW",
      description =
          "show a policy, benchmark, scheduler or config key under another name, as maestro='GPU"
              + " Maestro' or gpu.l2.bytes='L2 size'; may be repeated")
  private Map<String, String> names = new LinkedHashMap<>();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "folder for the pictures (default: charts/ in RESULTS_DIR)")
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
    Results read = Results.read(GivenFile.results(results), new View(shown, absolute, baseline));
    if (!baseline.isEmpty()) {
      Arguments.requireOneOf("--normalize-to", baseline, read.policies());
    }
    boolean isFigure = FolderKind.of(results).equals(Optional.of(FolderKind.FIGURE));
    if (isFigure && charts.isEmpty() && Charts.drawAll(read).isEmpty()) {
      stdout.println(results + ": a figure without charts, all of it is in its text");
      return;
    }
    List<Picture> pictures = Charts.draw(read, charts);
    sayWhatIsLeftOut(read);
    shown.unused().stream()
        .findFirst()
        .ifPresent(
            name -> {
              throw Arguments.wrong("--name", "'" + name + "'", "a name that a chart here shows");
            });
    OutputFolder folder = OutputFolder.open(out == null ? results.resolve("charts") : out);
    for (Picture picture : pictures) {
      for (PictureFormat format : wanted.isEmpty() ? Set.of(PictureFormat.PNG) : wanted) {
        Path file = folder.file(picture.name() + "." + format.extension());
        AtomicFile.write(file, format.bytes(picture));
        stdout.println(file);
      }
    }
  }

  private void sayWhatIsLeftOut(Results read) {
    PrintWriter stdout = spec.commandLine().getOut();
    long skipped = read.withoutBaseline();
    if (skipped > 0) {
      stdout.println("skipped runs without a counterpart under " + baseline + ": " + skipped);
    }
    if (!read.sampled().isEmpty()) {
      stdout.println(read.sampled());
    }
  }
}
