package org.polyphony.report;

import com.samskivert.mustache.Escapers;
import com.samskivert.mustache.Mustache;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.polyphony.input.BriefText;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Violation;
import org.polyphony.results.ResultFile;
import org.polyphony.results.Results;

/**
 * One HTML page of a folder of results that needs nothing from elsewhere: style, script and charts
 * are in it. It works without its script, which sorts and filters tables.
 */
public final class Report {
  /** Opens a horizontally scrollable, keyboard-accessible wrapper. */
  static final String SCROLLING =
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table\">";

  static final String FILES = "files"; // id of the section that any folder has
  private static final List<Function<Source, Section>> SECTIONS =
      List.of(
          FolderSections::overview,
          SweepSections::failed,
          Texts::section,
          HostSection::of,
          RunSections::workloads,
          RunSections::requests,
          Decisions::section,
          Causes::section,
          SweepSections::settings,
          FolderSections::charts,
          RunSections::device,
          SweepSections::pairs,
          SweepSections::runs,
          FolderSections::files,
          FolderSections::provenance);

  private Report() {}

  /**
   * Returns the page.
   *
   * @param pageFolder where the page will be, for its links to files of the results
   * @throws InvalidInputException when there is nothing to show, or a file cannot be read
   */
  public static String html(Results results, Path pageFolder) {
    Source source = new Source(results, pageFolder);
    List<Section> sections =
        SECTIONS.stream()
            .map(section -> section.apply(source))
            .filter(section -> !section.isEmpty())
            .toList();
    if (sections.stream().allMatch(section -> section.id().equals(FILES))) {
      throw new Violation("", "nothing to report; give a results folder of run, sweep or study", "")
          .errorAt(results.folder().toString());
    }
    return text(source, sections);
  }

  private static String text(Source source, List<Section> sections) {
    Page page =
        new Page(
            title(source), kind(source), sections, resource("report.css"), resource("report.js"));
    return Mustache.compiler()
        .emptyStringIsFalse(true)
        .withEscaper(text -> Escapers.HTML.escape(BriefText.printable(text)))
        .withLoader(name -> new StringReader(resource(name + ".mustache")))
        .compile(resource("report.mustache"))
        .execute(page);
  }

  /** What the outermost template shows. */
  private record Page(
      String title, String kind, List<Section> sections, String style, String script) {}

  private static String kind(Source source) {
    if (source.isSingle()) {
      return "Run";
    }
    if (source.results().has(ResultFile.HOST_SUMMARY)) {
      return "Host experiment";
    }
    return source.results().has(ResultFile.SWEEP) ? "Sweep" : "Results";
  }

  private static String title(Source source) {
    String sweep =
        source.results().json(ResultFile.SWEEP).map(s -> s.path("name").asText()).orElse("");
    String host =
        source
            .results()
            .json(ResultFile.HOST_SUMMARY)
            .map(s -> s.path("experiment").asText())
            .orElse("");
    String run = source.isSingle() ? source.records().get(0).experiment() : host;
    Path folder = source.results().folder().toAbsolutePath().normalize().getFileName();
    String name = sweep.isEmpty() ? run : sweep;
    return name.isEmpty() ? String.valueOf(folder) : name;
  }

  static String resource(String name) {
    try (InputStream in = Report.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(name, e);
    }
  }
}
