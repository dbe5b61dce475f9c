package org.polyphony.study;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.polyphony.input.Home;

/** {@code DEVIATIONS.md} is held against the tests it names and the code that cites it. */
class DeviationsTest {
  private static final Path HOME = Home.find();
  private static final Pattern ENTRY = Pattern.compile("\\| (\\d+)(?:, \\w+)? \\|.*");

  private static List<String> entries() throws IOException {
    return Files.readAllLines(HOME.resolve("DEVIATIONS.md")).stream()
        .filter(line -> ENTRY.matcher(line).matches())
        .toList();
  }

  private static String number(String entry) {
    return ENTRY.matcher(entry).replaceFirst("$1");
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> files = Files.walk(HOME)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !HOME.relativize(file).toString().contains("target"))
          .toList();
    }
  }

  @Test
  void noNumberIsUsedTwice() throws IOException {
    List<String> numbers = entries().stream().map(DeviationsTest::number).toList();

    assertEquals(numbers.stream().distinct().toList(), numbers);
  }

  @Test
  void everyTestThatAnEntryNamesExists() throws IOException {
    Set<String> classes =
        sources().stream()
            .map(file -> file.getFileName().toString().replace(".java", ""))
            .collect(Collectors.toSet());
    Set<String> named = found(Pattern.compile("`(\\w+(?:Test|Contract))`"), entries().stream());

    assertEquals(Set.of(), without(named, classes));
  }

  @Test
  void everyEntryThatTheCodeCitesExists() throws IOException {
    Set<String> cited = new TreeSet<>();
    Pattern citation = Pattern.compile("DEVIATIONS\\.md (?:number )?(\\d+)\\b");
    for (Path file : sources()) {
      cited.addAll(found(citation, Stream.of(Files.readString(file))));
    }

    assertEquals(Set.of(), without(cited, numbers(entries().stream())));
  }

  private static Set<String> numbers(Stream<String> entries) {
    return entries.map(DeviationsTest::number).collect(Collectors.toSet());
  }

  private static Set<String> found(Pattern pattern, Stream<String> texts) {
    return texts
        .flatMap(text -> pattern.matcher(text).results())
        .map(match -> match.group(1))
        .collect(Collectors.toSet());
  }

  private static Set<String> without(Set<String> all, Set<String> known) {
    Set<String> rest = new TreeSet<>(all);
    rest.removeAll(known);
    return rest;
  }
}
