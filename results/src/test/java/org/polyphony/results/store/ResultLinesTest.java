package org.polyphony.results.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.input.InvalidInputException;

class ResultLinesTest {
  private static final String ONE =
      "{\"results\":3,\"id\":\"pair 1\",\"about\":\"A/B\",\"stp\":1.50}";
  private static final String TWO =
      "{\"results\":3,\"id\":\"pair 2\",\"about\":\"A/C\",\"stp\":1E-7}";

  private final List<String> notices = new ArrayList<>();
  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void nameTheFile() {
    file = folder.resolve("runs.jsonl");
  }

  private ResultLines read() {
    return ResultLines.read(file, 3, notices::add);
  }

  private void write(String... texts) throws IOException {
    Files.writeString(file, String.join("", texts));
  }

  @Test
  void findsWhatWasAddedBefore() throws IOException {
    read().add("pair 1", "A/B", Json.object().put("cycles", 7));

    assertEquals(7, read().find("pair 1", line -> true).orElseThrow().path("cycles").asInt());
    assertTrue(read().find("pair 2", line -> true).isEmpty());
    assertEquals(
        "{\"results\":3,\"id\":\"pair 1\",\"about\":\"A/B\",\"cycles\":7}\n",
        Files.readString(file));
    assertEquals(List.of(), notices);
  }

  @Test
  void leavesALineOutThatAKillHasCut() throws IOException {
    write(ONE, "\n", TWO.substring(0, 30));

    ResultLines lines = read();

    assertTrue(lines.find("pair 1", line -> true).isPresent());
    assertTrue(lines.find("pair 2", line -> true).isEmpty());
    assertEquals(List.of(file + ":2: unreadable line skipped"), notices);
  }

  @Test
  void theNextLineTakesThePlaceOfOneThatWasCut() throws IOException {
    write(ONE, "\n", TWO.substring(0, 30));

    read().add("pair 3", "B/C", Json.object());

    assertEquals(
        ONE + "\n{\"results\":3,\"id\":\"pair 3\",\"about\":\"B/C\"}\n", Files.readString(file));
  }

  @Test
  void keepsALastLineThatLacksItsLineFeedOnly() throws IOException {
    write(ONE);

    read().add("pair 3", "B/C", Json.object());

    assertEquals(
        ONE + "\n{\"results\":3,\"id\":\"pair 3\",\"about\":\"B/C\"}\n", Files.readString(file));
  }

  @Test
  void countsALineOnceWhateverMadeIt() throws IOException {
    String made = ONE.replace("}", ",\"made\":{\"cpuSeconds\":7.5}}");
    write(ONE, "\n", made, "\n", ONE, "\n");

    assertEquals(1.5, read().find("pair 1", line -> true).orElseThrow().path("stp").asDouble());
    assertEquals(List.of(), notices);
  }

  @Test
  void refusesLinesThatContradictEachOther() throws IOException {
    write(ONE, "\n", TWO, "\n", ONE.replace("1.50", "1.51"), "\n");

    var refusal = assertThrows(InvalidInputException.class, this::read);

    assertEquals(
        file
            + ":3: found different results of A/B than in "
            + file
            + ":1, allowed: the same; delete the wrong line",
        refusal.getMessage());
  }

  @Test
  void leavesLinesOfAnotherVersionOutAndSaysSo() throws IOException {
    write(ONE.replace(":3", ":2").replace("1.50", "1.40"), "\n", ONE, "\n");

    assertEquals(1.5, read().find("pair 1", line -> true).orElseThrow().path("stp").asDouble());
    assertEquals(List.of(file + ": lines skipped for a results version other than 3: 1"), notices);
  }

  @Test
  void goesOnWhenTheFileCannotBeWrittenAndSaysSoOnce() throws IOException {
    file = Files.createFile(folder.resolve("no-folder")).resolve("runs.jsonl");

    ResultLines lines = read();
    lines.add("pair 1", "A/B", Json.object());
    lines.add("pair 2", "A/C", Json.object());

    assertTrue(lines.find("pair 2", line -> true).isPresent());
    assertEquals(1, notices.size(), notices.toString());
    assertTrue(notices.get(0).startsWith(file + ": cannot be written ("), notices.get(0));
  }

  @Test
  void refusesAFileOfSomethingElse() throws IOException {
    write("# Notes\n", "{\"stp\":1}\n");

    var refusal = assertThrows(InvalidInputException.class, this::read);

    assertTrue(refusal.getMessage().startsWith(file + ": holds no results"), "" + refusal);
  }

  @Test
  void isWrittenByTwoAtOnceLineByLine() throws IOException, InterruptedException {
    ResultLines one = read();
    ResultLines two = read();
    Thread beside = new Thread(() -> addOddOrEven(two, 1));

    beside.start();
    addOddOrEven(one, 0);
    beside.join();

    assertEquals(200, Files.readAllLines(file).size());
    assertTrue(
        IntStream.range(0, 200).allMatch(i -> read().find("pair " + i, line -> true).isPresent()));
    assertEquals(List.of(), notices);
  }

  private static void addOddOrEven(ResultLines lines, int first) {
    for (int i = first; i < 200; i += 2) {
      lines.add("pair " + i, "A/B", Json.object().put("i", i));
    }
  }
}
