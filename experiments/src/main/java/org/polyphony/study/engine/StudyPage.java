package org.polyphony.study.engine;

import java.util.Locale;
import java.util.Map;
import org.polyphony.config.StudyFile;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.study.DocumentSection;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.table.LongTable;

/** Writes the results of a study: its files, then its own page or its section of a shared one. */
record StudyPage(StudyFile file, Figure figure, FigureContext context) {
  /**
   * Writes everything and prints the page.
   *
   * @param conditions device, length and number of runs, in words
   * @param usual text below the claims unless the study has a page
   */
  void report(LongTable table, String conditions, String usual) {
    report(StudyReport.of(file, table), conditions, usual);
  }

  /** Writes everything that a report has, and prints the page. */
  void report(StudyReport report, String conditions, String usual) {
    Map<String, String> texts = report.texts(context.command());
    String shared = file.config().page();
    String section =
        shared.isEmpty() ? usual : figure.section(conditions, report.findings(), usual);
    String text = Page.of(file, texts, section);
    OutputFolder folder = context.folder();
    report.write(folder);
    if (shared.isEmpty()) {
      figure.report(context, conditions, report.findings(), text);
    } else {
      context.recordIn(folder, figure.name());
      figure.draw(folder);
      OutputFolder pages = OutputFolder.open(folder.path().getParent());
      new DocumentSection(figure.name()).write(pages.file(shared), heading(shared), text);
      context.show(text);
    }
  }

  /** Returns the heading of a new page: VALIDATION.md is about "Validation". */
  private static String heading(String page) {
    String word = page.replace(".md", "").toLowerCase(Locale.ROOT);
    return "# " + word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1) + "\n";
  }
}
