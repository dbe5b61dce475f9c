package org.polyphony.study;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.polyphony.plot.Charts;
import org.polyphony.plot.Picture;
import org.polyphony.plot.PictureFormat;
import org.polyphony.plot.Results;
import org.polyphony.store.AtomicFile;
import org.polyphony.store.OutputFolder;
import org.polyphony.study.pairs.Variant;

/**
 * A figure, table or comparison that {@code polyphony reproduce} makes. {@code figures.json} says
 * what it shows, where the numbers to compare with come from, and which charts it has.
 *
 * @param variants what it runs pairs of benchmarks under; none when it is not about pairs
 */
public record Figure(String name, List<Variant> variants, boolean needsOwnFolder, Body body) {
  private static final JsonNode ALL = FigureData.read("figures.json");

  /** Runs what a figure needs, writes its files and prints a short table. */
  @FunctionalInterface
  public interface Body {
    void make(Figure figure, FigureContext context);
  }

  /** Checks that the name is known. */
  public Figure {
    if (!ALL.has(name)) {
      throw new IllegalArgumentException("figure: " + name);
    }
  }

  /** Names a figure that is not about pairs. */
  public Figure(String name, Body body) {
    this(name, List.of(), body);
  }

  /** Names a figure about pairs. */
  public Figure(String name, List<Variant> variants, Body body) {
    this(name, variants, false, body);
  }

  /** Returns where the numbers to compare with come from. */
  public String source() {
    return ALL.path(name).path("source").asText();
  }

  public String about() {
    return ALL.path(name).path("about").asText();
  }

  /** Returns true when its folder is that of a sweep too, which goes on after an interrupt. */
  public boolean isSweep() {
    return ALL.path(name).path("sweep").asBoolean();
  }

  /** Returns true when it summarizes other figures and belongs on the page about all of them. */
  public boolean isSummary() {
    return ALL.path(name).path("summary").asBoolean();
  }

  public int usualSeeds() {
    return ALL.path(name).path("seeds").asInt(1);
  }

  /** Returns the cycles of its rounds unless the user says so; empty for those of the scale. */
  public OptionalLong usualCycles() {
    JsonNode cycles = ALL.path(name).path("cycles");
    return cycles.isMissingNode() ? OptionalLong.empty() : OptionalLong.of(cycles.asLong());
  }

  /** Returns what a reader must know of its numbers; empty for nothing. */
  public String note() {
    return ALL.path(name).path("note").asText();
  }

  /**
   * Returns what a row is that is not reproduced: "input", "chosen" after the result was known, or
   * "other", not what we hold to be the paper's; empty for one that is reproduced.
   */
  public String exemption(String row) {
    for (Map.Entry<String, JsonNode> kind : ALL.path(name).path("rows").properties()) {
      if (Pattern.compile(kind.getValue().asText()).matcher(row).find()) {
        return kind.getKey();
      }
    }
    return "";
  }

  /** Returns the one thing that is not known, for want of which it differs; empty for none. */
  public String missing() {
    return ALL.path(name).path("missing").asText();
  }

  /**
   * Runs what it needs, writes its files and prints a short table.
   *
   * @throws org.polyphony.input.InvalidInputException when a file that it needs is missing or wrong
   * @throws org.polyphony.simulation.SimulationFailure when a run cannot go on
   */
  public void reproduce(FigureContext context) {
    body.make(this, context);
  }

  public String textFile() {
    return name.toUpperCase(Locale.ROOT) + ".md";
  }

  /**
   * Writes what it found: {@code findings.csv}, its section with a table of measured beside
   * published values, its charts; prints the table.
   *
   * @param text in Markdown, below the table; with a line end
   */
  public void report(
      FigureContext context, String conditions, List<Finding> findings, String text) {
    String head = conditions + ".\n\n";
    if (findings.isEmpty()) {
      finish(context, head + text, head + text);
    } else {
      Finding.write(context.folder(), conditions, findings);
      String more = text.isEmpty() ? text : "\n" + text;
      String table = Finding.SHOWN.markdown(findings);
      finish(context, head + table + more, head + Finding.SHOWN.lines(findings) + more);
    }
  }

  /** Writes its section of a document, draws its charts, prints. */
  public void finish(FigureContext context, String text, String shown) {
    AtomicFile.write(
        context.folder().file(textFile()), "## " + source() + ": " + about() + "\n\n" + text);
    draw(context.folder());
    context.show(shown);
  }

  /** Draws its charts in every format. */
  public void draw(OutputFolder folder) {
    for (JsonNode chart : ALL.path(name).path("charts")) {
      for (Picture picture : Charts.draw(Results.read(folder.path()), List.of(chart.asText()))) {
        for (PictureFormat format : PictureFormat.values()) {
          AtomicFile.write(
              folder.file(picture.name() + "." + format.extension()), format.bytes(picture));
        }
      }
    }
  }
}
