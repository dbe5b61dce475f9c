package org.polyphony.figure;

import java.util.List;
import java.util.Locale;
import org.polyphony.pairs.Variant;
import org.polyphony.store.AtomicFile;

/**
 * A figure, table or comparison that {@code polyphony reproduce} makes.
 *
 * @param name on the command line
 * @param source where the numbers to compare with come from
 * @param about what it shows, in one line
 * @param variants what it runs pairs of benchmarks under; none when it is not about pairs
 * @param needsOwnFolder true when it writes results under names that others use too
 * @param body what makes it
 */
public record Figure(
    String name,
    String source,
    String about,
    List<Variant> variants,
    boolean needsOwnFolder,
    Body body) {

  /** Makes a figure. */
  @FunctionalInterface
  public interface Body {
    /** Runs what a figure needs, writes its files and prints a short table. */
    void make(Figure figure, FigureContext context);
  }

  /** Names a figure that is not about pairs. */
  public Figure(String name, String source, String about, Body body) {
    this(name, source, about, List.of(), body);
  }

  /** Names a figure about pairs. */
  public Figure(String name, String source, String about, List<Variant> variants, Body body) {
    this(name, source, about, variants, false, body);
  }

  /**
   * Runs what it needs, writes its files and prints a short table.
   *
   * @param context what it works with
   * @throws org.polyphony.input.InvalidInputException when a file that it needs is missing or wrong
   * @throws org.polyphony.run.SimulationFailure when a run cannot go on
   */
  public void reproduce(FigureContext context) {
    body.make(this, context);
  }

  /** Returns the name of the file in its folder that its text goes to, a section of a document. */
  public String textFile() {
    return name.toUpperCase(Locale.ROOT) + ".md";
  }

  /**
   * Writes its section of a document, draws its charts, prints.
   *
   * @param context has the folder
   * @param text of the section, what follows the heading
   * @param shown what is printed
   * @param charts by name, of tables in the folder
   */
  public void finish(FigureContext context, String text, String shown, List<String> charts) {
    AtomicFile.write(
        context.folder().file(textFile()), "## " + source + ": " + about + "\n\n" + text);
    charts.forEach(chart -> FigureCharts.draw(context.folder(), chart));
    context.show(shown);
  }
}
