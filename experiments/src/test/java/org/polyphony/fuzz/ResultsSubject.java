package org.polyphony.fuzz;

import com.google.errorprone.annotations.Immutable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.polyphony.compare.Choices;

/** Results of a run or of a host experiment, one or two files of which are damaged: drawn, read. */
@Immutable
final class ResultsSubject implements Subject {
  @Override
  public List<String> write(Path folder, Choices choices) throws IOException {
    Path results = folder.resolve("results");
    Seeds.copyTree(Whole.beside(folder).results(choices.of("run", "host")), results);
    Files.delete(results.resolve(".polyphony"));
    List<Path> files =
        Seeds.files(results).stream().filter(file -> file.getParent().equals(results)).toList();
    for (int i = choices.of(1, 1, 2); i > 0; i--) {
      FileMutator.damage(choices.of(files), choices);
    }
    return List.of(
        choices.of("plot", "plot", "plot", "report", "timeline", "compare"), results.toString());
  }
}
