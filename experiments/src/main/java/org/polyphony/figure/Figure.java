package org.polyphony.figure;

import java.util.List;
import java.util.Locale;
import org.polyphony.pairs.Variant;
import org.polyphony.store.AtomicFile;

/** A figure, table or comparison that {@code polyphony reproduce} makes. */
public interface Figure {
  /** Returns the name on the command line. */
  String name();

  /** Returns what it shows, in one line. */
  String about();

  /** Returns where the numbers to compare with come from. */
  String source();

  /** Returns what it runs pairs of benchmarks under; nothing when it is not about pairs. */
  default List<Variant> variants() {
    return List.of();
  }

  /**
   * Returns whether it writes results under names that others use too, so that beside these it
   * needs a folder of its own.
   */
  default boolean needsOwnFolder() {
    return false;
  }

  /**
   * Runs what it needs, writes its files and prints a short table.
   *
   * @param context what it works with
   * @throws org.polyphony.input.InvalidInputException when a file that it needs is missing or wrong
   * @throws org.polyphony.run.SimulationFailure when a run cannot go on
   */
  void reproduce(FigureContext context);

  /** Returns the name of the file in its folder that its text goes to, a section of a document. */
  default String textFile() {
    return name().toUpperCase(Locale.ROOT) + ".md";
  }

  /**
   * Writes its section of a document.
   *
   * @param context has the folder
   * @param text what follows the heading
   */
  default void writeSection(FigureContext context, String text) {
    AtomicFile.write(
        context.folder().file(textFile()), "## " + source() + ": " + about() + "\n\n" + text);
  }
}
