package org.polyphony.study.engine;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.polyphony.config.StudyConfig;
import org.polyphony.config.StudyFile;
import org.polyphony.plot.Charts;
import org.polyphony.plot.Picture;
import org.polyphony.plot.PictureFormat;
import org.polyphony.results.Results;
import org.polyphony.results.store.AtomicFile;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.results.table.LongTable;
import org.polyphony.results.table.Markdown;
import org.polyphony.study.DocumentSection;
import org.polyphony.study.StudyContext;

/** Writes the results of a study: its files, then its own page or its section of a shared one. */
record StudyPage(StudyFile file, StudyContext context) {
  /**
   * Writes everything and prints the page.
   *
   * @param conditions device, length and number of runs, in words; may be empty
   * @param usual text below the claims unless the study has a page
   */
  void report(LongTable table, String conditions, String usual) {
    report(StudyReport.of(file, table), conditions, usual);
  }

  /** Writes everything that a report has, and prints the page. */
  void report(StudyReport report, String conditions, String usual) {
    Map<String, String> texts = report.texts(context.command());
    String head = conditions.isEmpty() ? "" : Markdown.text(conditions) + ".\n\n";
    List<CheckedClaim> claims = report.claims();
    report.write(context.folder());
    if (!file.config().page().isEmpty()) {
      String section = heading() + head + CheckedClaim.SHOWN.markdown(claims) + below(usual);
      String text = Page.of(file, texts, section);
      finish(text, text);
      return;
    }
    String more = Page.of(file, texts, usual);
    boolean hasNone = claims.isEmpty();
    String page = hasNone ? more : CheckedClaim.SHOWN.markdown(claims) + below(more);
    String shown = hasNone ? more : CheckedClaim.SHOWN.lines(claims) + below(more);
    finish(head + page, head + shown);
  }

  private static String below(String text) {
    return text.isEmpty() ? "" : "\n" + text;
  }

  /** Writes its page or its section of a shared one, draws its charts and prints a text. */
  private void finish(String text, String shown) {
    StudyConfig study = file.config();
    OutputFolder folder = context.folder();
    if (study.page().isEmpty()) {
      AtomicFile.write(folder.file(StudyFiles.page(study)), heading() + text);
    } else {
      OutputFolder pages = OutputFolder.open(StudyFiles.pages(folder.path()));
      new DocumentSection(study.name())
          .write(pages.file(study.page()), heading(study.page()), text);
    }
    context.show(shown);
    for (String chart : study.charts()) {
      for (Picture picture : Charts.draw(Results.read(folder.path()), List.of(chart))) {
        for (PictureFormat format : PictureFormat.values()) {
          AtomicFile.write(
              folder.file(picture.name() + "." + format.extension()), format.bytes(picture));
        }
      }
    }
  }

  private String heading() {
    StudyConfig study = file.config();
    String words = study.source().isEmpty() ? study.about() : study.source() + ": " + study.about();
    return "## " + Markdown.text(words) + "\n\n";
  }

  /** Returns the heading of a new page: VALIDATION.md is about "Validation". */
  private static String heading(String page) {
    String word = page.replace(".md", "").toLowerCase(Locale.ROOT);
    return "# " + word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1) + "\n";
  }
}
