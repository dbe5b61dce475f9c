package org.polyphony.fuzz;

import com.google.errorprone.annotations.Immutable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.polyphony.cli.CommandRun;
import org.polyphony.compare.Choices;

/** One kind of input. */
@Immutable
@FunctionalInterface
interface Subject {
  /**
   * Writes the files of a case, some of them damaged.
   *
   * @param folder of the case, {@code cache} and {@code out} in it not used yet
   * @param choices decide
   * @return the arguments of {@code polyphony}, without where results go unless that is damaged
   */
  List<String> write(Path folder, Choices choices) throws IOException;

  /**
   * Returns the results that a command must have, whatever was damaged; empty for any.
   *
   * @param folder of the case
   * @param command what runs
   */
  default Optional<Path> expected(Path folder, String command) throws IOException {
    return Optional.empty();
  }

  /** Returns what is wrong with the results of a command that has succeeded; empty for nothing. */
  default Optional<String> fault(Path out) {
    return Optional.empty();
  }

  /**
   * Returns what a command has done that it must not, whatever was damaged; empty for nothing.
   *
   * @param folder of the case, with the results in {@code out}
   */
  default Optional<String> harm(Path folder, int exitCode) throws IOException {
    return Optional.empty();
  }

  /**
   * Returns what must work after a command that has succeeded; empty for nothing.
   *
   * @param folder of the case, with the results in {@code out}
   * @return the arguments of {@code polyphony}, without where results go
   */
  default Optional<List<String>> use(Path folder) throws IOException {
    return Optional.empty();
  }

  /**
   * Returns what a command said without what it may quote of its input, such as names of
   * exceptions.
   */
  default CommandRun withoutQuotes(CommandRun run) {
    return run;
  }
}
