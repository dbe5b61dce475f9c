package org.polyphony.study;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.polyphony.plot.Charts;
import org.polyphony.plot.Picture;
import org.polyphony.plot.PictureFormat;
import org.polyphony.results.Results;
import org.polyphony.results.store.AtomicFile;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.results.table.Formats;
import org.polyphony.results.table.Markdown;
import org.polyphony.study.pairs.Variant;

/**
 * A figure, table or comparison made by {@code polyphony reproduce}. {@code figures.json} has its
 * description, the source of the reference numbers, and its charts.
 *
 * @param facts source, description, charts and caveats, as in {@code figures.json}
 * @param variants under which it runs pairs of benchmarks; empty if it is not about pairs
 */
public record Figure(
    String name, JsonNode facts, List<Variant> variants, boolean needsOwnFolder, Body body) {
  private static final JsonNode ALL = FigureData.read("figures.json");

  /** Runs the experiments of a figure, writes its files and prints a short table. */
  @FunctionalInterface
  public interface Body {
    void make(Figure figure, FigureContext context);
  }

  /** Creates a figure of {@code figures.json}. */
  public Figure(String name, List<Variant> variants, boolean needsOwnFolder, Body body) {
    this(name, ALL.required(name), variants, needsOwnFolder, body);
  }

  /** Creates a figure that is not about pairs. */
  public Figure(String name, Body body) {
    this(name, List.of(), body);
  }

  /** Creates a figure about pairs. */
  public Figure(String name, List<Variant> variants, Body body) {
    this(name, variants, false, body);
  }

  /** Returns the source of the reference numbers. */
  public String source() {
    return facts.path("source").asText();
  }

  public String about() {
    return facts.path("about").asText();
  }

  /** Returns whether its folder is a sweep, which can be resumed. */
  public boolean isSweep() {
    return facts.path("sweep").asBoolean();
  }

  /** Returns whether it summarizes other figures and belongs on the page about all of them. */
  public boolean isSummary() {
    return facts.path("summary").asBoolean();
  }

  /** Returns whether its page is shared with other figures, and lies beside its folder. */
  public boolean isOnSharedPage() {
    return !facts.path("page").asText().isEmpty();
  }

  public int usualSeeds() {
    return facts.path("seeds").asInt(1);
  }

  /** Returns the default length of its rounds in cycles; empty for the scale's length. */
  public OptionalLong usualCycles() {
    JsonNode cycles = facts.path("cycles");
    return cycles.isMissingNode() ? OptionalLong.empty() : OptionalLong.of(cycles.asLong());
  }

  /** Returns how many pairs it runs by default; empty for as many as the scale has. */
  public OptionalInt usualPairs() {
    return number("count");
  }

  /** Returns how many pairs it runs with all of its seeds by default; empty for all pairs. */
  public OptionalInt usualSeededPairs() {
    return number("seededPairs");
  }

  private OptionalInt number(String fact) {
    JsonNode number = facts.path(fact);
    return number.isMissingNode() ? OptionalInt.empty() : OptionalInt.of(number.asInt());
  }

  /**
   * Runs its experiments, writes its files and prints a short table.
   *
   * @throws org.polyphony.input.InvalidInputException if a required file is missing or invalid
   * @throws org.polyphony.simulation.SimulationFailure if a run cannot continue
   */
  public void reproduce(FigureContext context) {
    body.make(this, context);
  }

  public String textFile() {
    return name.toUpperCase(Locale.ROOT) + ".md";
  }

  /**
   * Writes its results: {@code findings.csv}, its section with a table of measured next to
   * published values, its charts; prints the table.
   *
   * @param text in Markdown, below the table, ending with a line feed
   */
  public void report(
      FigureContext context, String conditions, List<Finding> findings, String text) {
    String head = Markdown.text(conditions) + ".\n\n";
    if (findings.isEmpty()) {
      finish(context, head + text, head + text);
    } else {
      Finding.write(context.folder(), conditions, findings);
      String more = text.isEmpty() ? text : "\n" + text;
      String table = Finding.SHOWN.markdown(findings);
      finish(context, head + table + more, head + Finding.SHOWN.lines(findings) + more);
    }
  }

  /** Returns its section of a page that it shares. */
  public String section(String conditions, List<Finding> findings, String text) {
    return heading()
        + Markdown.text(conditions)
        + "."
        + counts(findings)
        + "\n\n"
        + Finding.SHOWN.markdown(findings)
        + (text.isEmpty() ? "" : "\n" + text);
  }

  /** Returns how many findings hold of those that were tested; nothing if none was. */
  private static String counts(List<Finding> findings) {
    List<Verdict> tested =
        findings.stream().map(Finding::verdict).filter(Verdict::isOfTest).toList();
    long holds = tested.stream().filter(Verdict.HOLDS::equals).count();
    return tested.isEmpty() ? "" : Formats.text(" %d of %d claims hold.", holds, tested.size());
  }

  private String heading() {
    String words = source().isEmpty() ? about() : source() + ": " + about();
    return "## " + Markdown.text(words) + "\n\n";
  }

  /** Writes its section of a document and what made it, draws its charts and prints a text. */
  public void finish(FigureContext context, String text, String shown) {
    AtomicFile.write(context.folder().file(textFile()), heading() + text);
    context.recordIn(context.folder(), name);
    context.show(shown);
    draw(context.folder());
  }

  /** Draws its charts in all formats. */
  public void draw(OutputFolder folder) {
    for (JsonNode chart : facts.path("charts")) {
      for (Picture picture : Charts.draw(Results.read(folder.path()), List.of(chart.asText()))) {
        for (PictureFormat format : PictureFormat.values()) {
          AtomicFile.write(
              folder.file(picture.name() + "." + format.extension()), format.bytes(picture));
        }
      }
    }
  }
}
