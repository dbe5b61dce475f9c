package org.polyphony.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.polyphony.config.ConfigKeys;
import org.polyphony.report.Report;
import org.polyphony.results.DisplayNames;
import org.polyphony.results.Results;
import org.polyphony.results.View;
import org.polyphony.results.store.AtomicFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code polyphony report}: one HTML page of a folder of results. */
@Command(
    name = "report",
    description = "Write an HTML page of results: tables, charts, config.",
    footer = {
      "",
      "The page is self-contained; links to the files of the results are relative.",
      "",
      "Examples:",
      "  polyphony report out/quickstart",
      "  polyphony report out/sweep --out sweep.html"
    })
final class ReportCommand implements Runnable {
  /** Shows values of config keys in their units. */
  static final View VIEW = View.of(new DisplayNames(Map.of(), ConfigKeys::unit));

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "RESULTS_DIR",
      arity = "1..*",
      description = "results folder of run, host, sweep or study; several are one sweep")
  private List<Path> results = new ArrayList<>();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "page to write (default: report.html in RESULTS_DIR)")
  private Path out;

  @Override
  public void run() {
    results.forEach(GivenFile::results);
    requireOut(results, out);
    Path shown = out == null ? results.get(0).resolve(FolderKind.REPORT) : out;
    String html = Report.html(Results.read(results, VIEW), shown.toAbsolutePath().getParent());
    AtomicFile.write(FolderKind.openFor(shown, FolderKind.REPORT), html);
    spec.commandLine().getOut().println(shown);
  }

  /** What is made of several folders belongs to none of them. */
  static void requireOut(List<Path> results, Path out) {
    if (results.size() > 1 && out == null) {
      throw Arguments.wrong("--out", "", "a place for what is made of several folders");
    }
  }
}
