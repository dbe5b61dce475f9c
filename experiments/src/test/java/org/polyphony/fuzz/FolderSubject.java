package org.polyphony.fuzz;

import com.google.errorprone.annotations.Immutable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.polyphony.compare.Choices;
import org.polyphony.compare.ResultComparison;

/**
 * A results folder of somebody else, with a damaged manifest, links or files of the user, in which
 * a command writes again: the files of the user, in the folder and beside it, stay as they are.
 */
@Immutable
final class FolderSubject implements Subject {
  private static final String MANIFEST = ".polyphony";
  private static final String KEPT = "kept.txt";
  private static final String MINE = "mine\n";

  @Override
  public List<String> write(Path folder, Choices choices) throws IOException {
    Whole whole = Whole.beside(folder);
    String command = choices.of("run", "run", "plot", "sweep", "study");
    Path results = folder.resolve("results");
    boolean isDrawn = List.of("run", "plot").contains(command);
    Seeds.copyTree(whole.results(isDrawn ? Whole.DRAWN : command), results);
    Seeds.copyTree(whole.folder().resolve("cache"), folder.resolve("cache"));
    Seeds.copyTree(whole.results(Whole.DRAWN), folder.resolve("home"));
    for (Path each : Seeds.files(folder.resolve("home"))) {
      Seeds.write(each, MINE);
    }
    Seeds.write(results.resolve("notes.txt"), MINE);
    for (int i = choices.of(1, 1, 2, 4); i > 0; i--) {
      damage(folder, results, choices);
    }
    Seeds.write(folder.resolve(KEPT), String.join("\n", ofUser(folder)));
    return arguments(command, whole, folder, choices);
  }

  private static List<String> arguments(String command, Whole whole, Path folder, Choices choices)
      throws IOException {
    String results = folder.resolve("results").toString();
    if (command.equals("plot")) {
      return List.of(command, results);
    }
    List<String> arguments = new ArrayList<>(whole.arguments(command));
    if (command.equals("study")) {
      arguments.set(1, study(folder, whole, choices).toString());
    } else {
      arguments.add(command.equals("sweep") ? "--resume" : "--repeat=2");
    }
    arguments.addAll(List.of("--out", results));
    return arguments;
  }

  /** Writes a study whose table or page may have a hostile name; returns its folder. */
  private static Path study(Path folder, Whole whole, Choices choices) throws IOException {
    boolean isHostile = choices.percent(20);
    String file = isHostile ? choices.of("claims.csv", "../home/x.csv", "results.csv") : "t.csv";
    String page =
        choices.percent(20) ? ", \"page\": \"" + escaped(line(folder, choices)) + "\"" : "";
    Seeds.write(folder.resolve("study.json"), whole.study(file, page));
    return folder;
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replaceAll("\\p{Cntrl}", "\\\\u0007");
  }

  private static void damage(Path folder, Path results, Choices choices) throws IOException {
    List<Path> places = places(results);
    Path place = choices.of(places);
    switch (choices.between(0, 5)) {
      case 0, 1, 2 -> manifest(place, line(folder, choices), choices);
      case 3 ->
          replaceByLink(place.resolve(choices.of("charts", "seed-2", "runs", "slurm")), folder);
      case 4 -> replaceByLink(choices.of(Seeds.files(results)), folder);
      default -> replaceByFile(choices.of(Seeds.files(results)));
    }
  }

  /** Returns the results folder and those in it. */
  private static List<Path> places(Path results) throws IOException {
    try (Stream<Path> all = Files.walk(results)) {
      return all.filter(file -> Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS))
          .sorted()
          .toList();
    }
  }

  private static String line(Path folder, Choices choices) {
    String victim = choices.of("notes.txt", "summary.json", "seed-2", "");
    return switch (choices.between(0, 6)) {
      case 0 -> choices.of("", ".", "..", "notes.txt", "charts", "seed-2", MANIFEST);
      case 1 -> folder.resolve("home").resolve(victim).toString();
      case 2 -> "../home/" + victim;
      case 3 -> "../../home/" + victim;
      case 4 -> OddValues.text(choices);
      case 5 -> "x".repeat(choices.of(200, 300)) + choices.of(".png", ".csv");
      default -> choices.of("x.md", "claims.csv", "runs.jsonl", "a\u0000b", "a\u001bb.png", "a\\b");
    };
  }

  private static void manifest(Path place, String line, Choices choices) throws IOException {
    Path file = place.resolve(MANIFEST);
    if (Files.isSymbolicLink(file)) {
      return;
    }
    List<String> lines = new ArrayList<>();
    if (Files.isRegularFile(file)) {
      lines.addAll(Files.readString(file).lines().toList());
    }
    lines.add(choices.between(0, lines.size()), line);
    Seeds.write(file, String.join("\n", lines) + (choices.percent(80) ? "\n" : ""));
  }

  /** Puts a link to a file or folder of the user in a place. */
  private static void replaceByLink(Path place, Path folder) throws IOException {
    boolean isFolder = Files.isDirectory(place) || !Files.exists(place);
    ResultComparison.delete(place);
    Path home = folder.resolve("home");
    Files.createSymbolicLink(place, isFolder ? home : home.resolve("summary.json"));
  }

  /** Puts a file of the user in the place of one of the results, which the manifest then omits. */
  private static void replaceByFile(Path file) throws IOException {
    String name = file.getFileName().toString();
    Path manifest = file.resolveSibling(MANIFEST);
    List<String> lines = lines(manifest);
    if (lines.contains(name) && lines.size() > 1) {
      List<String> others = lines.stream().filter(line -> !line.equals(name)).toList();
      Seeds.write(manifest, String.join("\n", others) + "\n");
      Seeds.write(file, MINE);
    }
  }

  private static List<String> lines(Path manifest) throws IOException {
    return Files.isRegularFile(manifest, LinkOption.NOFOLLOW_LINKS)
        ? Files.readString(manifest).lines().toList()
        : List.of();
  }

  /** Returns all files with the text of the user that no manifest lists. */
  private static List<String> ofUser(Path folder) throws IOException {
    List<String> kept = new ArrayList<>();
    for (Path file : Seeds.files(folder)) {
      List<String> listed = lines(file.resolveSibling(MANIFEST));
      if (isMine(file) && !listed.contains(file.getFileName().toString())) {
        kept.add(file.toString());
      }
    }
    return kept;
  }

  private static boolean isMine(Path file) throws IOException {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        && Files.size(file) == MINE.length()
        && Files.readString(file).equals(MINE);
  }

  @Override
  public Optional<String> harm(Path folder, int exitCode) throws IOException {
    List<String> kept = Files.readString(folder.resolve(KEPT)).lines().toList();
    for (String file : kept) {
      if (!isMine(Path.of(file))) {
        return Optional.of("changes a file of the user: " + file);
      }
    }
    return Seeds.files(folder.resolve("home")).stream()
        .map(Path::toString)
        .filter(file -> !kept.contains(file))
        .findFirst()
        .map(file -> "writes beside the results: " + file);
  }
}
