package org.polyphony.study.engine;

import java.util.Map;
import org.polyphony.config.StudyFile;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.table.LongTable;

/** Writes the results of a study: its files, then its page. */
record StudyPage(StudyFile file, Figure figure, FigureContext context) {
  /**
   * Writes everything and prints the page.
   *
   * @param conditions device, length and number of runs, in words
   * @param usual text below the claims unless the study has a page
   */
  void report(LongTable table, String conditions, String usual) {
    StudyReport report = StudyReport.of(file, table);
    Map<String, String> texts = report.texts(context.command());
    String text = Page.of(file, texts, usual);
    report.write(context.folder());
    figure.report(context, conditions, report.findings(), text);
  }
}
