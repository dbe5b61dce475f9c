package org.polyphony.study;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BiFunction;
import org.polyphony.results.table.LongTable;

/**
 * A kind of runs of a study that data cannot describe, such as a search.
 *
 * @param name in {@code study.json}
 * @param about what it runs, in one line
 * @param parameters a record whose components are the keys that it takes
 * @param planned returns the table before the first run, with all columns and facts without texts,
 *     for the folder of a study and its parameters
 */
public record Probe<P extends Record>(
    String name,
    String about,
    Class<P> parameters,
    BiFunction<Path, P, LongTable> planned,
    Body<P> body) {
  /** Runs a probe. */
  @FunctionalInterface
  public interface Body<P> {
    /**
     * Returns the table of its runs; empty after a stop or if none has ended.
     *
     * @param gpu of the study, unless the user has named another one
     * @param folder of the study, for its files
     */
    Optional<LongTable> run(StudyContext context, String gpu, Path folder, P parameters);
  }
}
