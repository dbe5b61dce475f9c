package org.polyphony.fuzz;

import com.google.errorprone.annotations.Immutable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import org.polyphony.compare.Choices;
import org.polyphony.compare.ResultComparison;

/**
 * A cache that was damaged after it had been filled: each run gives what it gave with a whole one.
 */
@Immutable
final class CacheSubject implements Subject {
  @Override
  public List<String> write(Path folder, Choices choices) throws IOException {
    Whole whole = Whole.beside(folder);
    Path cache = folder.resolve("cache");
    Seeds.copyTree(whole.folder().resolve("cache"), cache);
    for (int i = choices.of(1, 1, 2, 4); i > 0 && Files.isDirectory(cache); i--) {
      damage(cache, choices);
    }
    return whole.arguments(choices.of("run", "run", "host"));
  }

  @Override
  public Optional<Path> expected(Path folder, String command) throws IOException {
    return Optional.of(Whole.beside(folder).results(command));
  }

  private static void damage(Path cache, Choices choices) throws IOException {
    List<Path> files = Seeds.files(cache);
    if (files.isEmpty()) {
      return; // folders stand in their places
    }
    Path file = choices.of(files);
    switch (choices.between(0, 9)) {
      case 0, 1, 2 -> FileMutator.damageBytes(file, choices);
      case 3, 4, 5 -> FileMutator.damageText(file, choices);
      case 6 -> Files.copy(choices.of(files), file, StandardCopyOption.REPLACE_EXISTING);
      case 7 -> {
        Files.delete(file);
        Files.createDirectory(file);
      }
      case 8 -> replaceByFile(file.getParent());
      default -> replaceByFile(cache);
    }
  }

  private static void replaceByFile(Path folder) throws IOException {
    ResultComparison.delete(folder);
    Files.createFile(folder);
  }
}
