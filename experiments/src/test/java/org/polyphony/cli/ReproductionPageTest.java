package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.input.Home;
import org.polyphony.results.CsvTable;
import org.polyphony.study.Figure;
import org.polyphony.study.TestContext;

/** The committed page about the papers says what the files of its figures say. */
class ReproductionPageTest {
  private static final Path EXPERIMENTS = Home.find().resolve("experiments");
  private static final Path GTX980 = EXPERIMENTS.resolve("reproduction");
  private static final Path PAPER_DEVICE = EXPERIMENTS.resolve("paper-device/reproduction");
  private static final Pattern NUMBER = Pattern.compile("[+-]?\\d+(\\.\\d+%?|%)");
  private static final List<String> VERDICTS = List.of("holds", "not shown", "does not hold");

  @TempDir private Path folder;

  /** A row of a {@code findings.csv}, as text. */
  private record Row(String figure, String statement, String measured, String verdict) {
    String key() {
      return figure + ": " + statement;
    }

    String cell() {
      return measured + ", " + verdict;
    }
  }

  private static Map<String, Row> findings(Path reproduction) throws IOException {
    Map<String, Row> all = new TreeMap<>();
    try (Stream<Path> figures = Files.list(reproduction)) {
      for (Path file : figures.map(each -> each.resolve("findings.csv")).toList()) {
        if (Files.exists(file)) {
          rows(file).forEach(row -> all.put(row.key(), row));
        }
      }
    }
    assertTrue(all.size() > 60, all.keySet().toString());
    return all;
  }

  private static List<Row> rows(Path file) {
    String figure = file.getParent().getFileName().toString();
    CsvTable table = CsvTable.read(file);
    return IntStream.range(0, table.rows())
        .mapToObj(
            i ->
                new Row(
                    figure,
                    table.text(i, "statement"),
                    table.text(i, "measured"),
                    table.text(i, "verdict")))
        .toList();
  }

  private static String page() throws IOException {
    return Files.readString(EXPERIMENTS.resolve("REPRODUCTION.md"));
  }

  private static String section(String name) throws IOException {
    String page = page();
    String begin = "<!-- " + name + ": begin -->\n\n";
    String end = "<!-- " + name + ": end -->";
    return page.substring(page.indexOf(begin) + begin.length(), page.indexOf(end));
  }

  /** Returns the cells of the rows of all tables with these columns. */
  private static List<List<String>> table(String columns) throws IOException {
    List<List<String>> rows = new ArrayList<>();
    boolean isIn = false;
    for (String line : section("conclusions").lines().toList()) {
      if (isIn && line.startsWith("| ")) {
        rows.add(Arrays.stream(line.substring(1).split("\\|", -1)).map(String::strip).toList());
      }
      isIn = line.startsWith(columns) || (isIn && line.startsWith("|"));
    }
    assertTrue(rows.size() > 2, columns);
    return rows;
  }

  private static String cell(Map<String, Row> findings, String key) {
    List<String> cells =
        findings.values().stream().filter(row -> row.key().startsWith(key)).map(Row::cell).toList();
    assertTrue(cells.size() <= 1, key);
    return cells.isEmpty() ? "not run" : cells.get(0);
  }

  private static String verdicts(Map<String, Row> findings, String figure) {
    Collection<Row> all = findings.values();
    return VERDICTS.stream()
        .map(one -> all.stream().filter(r -> r.figure.equals(figure) && r.verdict.equals(one)))
        .map(rows -> String.valueOf(rows.count()))
        .collect(Collectors.joining(" / "));
  }

  @Test
  void everyAverageIsThatOfTheFindingsWithItsVerdict() throws IOException {
    for (List<String> row : table("| average | paper |")) {
      String key = "fig11: " + row.get(0) + " over non-shared";
      assertEquals(cell(findings(GTX980), key), row.get(2), key);
      assertEquals(cell(findings(PAPER_DEVICE), key), row.get(3), key);
    }
  }

  @Test
  void everyStatementIsThatOfTheFindingsWithItsVerdict() throws IOException {
    for (List<String> row : table("| figure | statement |")) {
      String key = row.get(0) + ": " + row.get(1);
      assertEquals(cell(findings(GTX980), key), row.get(3), key);
      assertEquals(cell(findings(PAPER_DEVICE), key), row.get(4), key);
    }
  }

  @Test
  void theVerdictsOfEachFigureAreCounted() throws IOException {
    List<List<String>> rows = table("| figure | shows |");

    assertTrue(section("conclusions").contains(" by verdict: " + String.join(" / ", VERDICTS)));
    for (List<String> row : rows) {
      assertEquals(verdicts(findings(GTX980), row.get(0)), row.get(3), row.get(0));
      assertEquals(verdicts(findings(PAPER_DEVICE), row.get(0)), row.get(4), row.get(0));
    }
    assertEquals(
        findings(GTX980).values().stream().map(Row::figure).distinct().count(), rows.size());
  }

  @Test
  void everyFindingIsInTheConclusions() throws IOException {
    CsvTable table = CsvTable.read(GTX980.resolve("conclusions/conclusions.csv"));
    Map<String, String> kept = new TreeMap<>();
    Map<String, String> keptOnPaperDevice = new TreeMap<>();
    for (int i = 0; i < table.rows(); i++) {
      String key = table.text(i, "figure") + ": " + table.text(i, "statement");
      put(kept, key, table.text(i, "measured"), table.text(i, "verdict"));
      put(
          keptOnPaperDevice,
          key,
          table.text(i, "measuredOnPaperDevice"),
          table.text(i, "verdictOnPaperDevice"));
    }

    assertEquals(cells(findings(GTX980)), kept);
    assertEquals(cells(findings(PAPER_DEVICE)), keptOnPaperDevice);
  }

  private static void put(Map<String, String> kept, String key, String measured, String verdict) {
    if (!verdict.isEmpty()) {
      kept.put(key, measured + ", " + verdict);
    }
  }

  private static Map<String, String> cells(Map<String, Row> findings) {
    Map<String, String> cells = new TreeMap<>();
    findings.forEach((key, row) -> cells.put(key, row.cell()));
    return cells;
  }

  @Test
  void theSectionIsWhatTheFilesGive() throws IOException {
    assertEquals(made("conclusions"), section("conclusions"));
  }

  @Test
  void thePageOfHostExperimentsHasEachClaimAndCountsThoseThatHold() throws IOException {
    String page = Files.readString(EXPERIMENTS.resolve("REPRODUCTION-HOST.md"));
    List<String> verdicts = new ArrayList<>();
    try (Stream<Path> figures = Files.list(GTX980)) {
      for (Path folder : figures.filter(each -> page.contains(name(each))).toList()) {
        CsvTable claims = CsvTable.read(folder.resolve("claims.csv"));
        for (int i = 0; i < claims.rows(); i++) {
          verdicts.add(claims.text(i, "verdict"));
          String row = "\n| " + claims.text(i, "claim") + " | ";
          assertTrue(page.contains(row), row);
        }
      }
    }

    verdicts.retainAll(VERDICTS);
    long hold = verdicts.stream().filter("holds"::equals).count();
    assertTrue(page.contains("\n%d of %d claims hold".formatted(hold, verdicts.size())), page);
  }

  private static String name(Path folder) {
    return "<!-- " + folder.getFileName() + ": begin -->";
  }

  private String made(String name) throws IOException {
    Figure figure = Figures.of(name);
    figure.reproduce(new TestContext(null, folder.resolve(name), new StringWriter()).get());
    return Files.readString(folder.resolve(name).resolve(figure.textFile()));
  }

  @Test
  void everyNumberOfTheProseIsInAFileOfTheFigures() throws IOException {
    String page = page();
    String prose = page.substring(0, page.indexOf("<!--")).replace("95% interval", "interval");
    String files;
    try (Stream<Path> all = Files.walk(EXPERIMENTS)) {
      files =
          all.filter(file -> file.toString().matches(".*reproduction/.*\\.csv"))
              .map(ReproductionPageTest::read)
              .collect(Collectors.joining("\n"));
    }

    List<String> unknown =
        NUMBER
            .matcher(prose)
            .results()
            .map(number -> number.group())
            .filter(
                number ->
                    !Pattern.compile("(?<![\\d.])" + Pattern.quote(number)).matcher(files).find())
            .toList();

    assertEquals(List.of(), unknown);
  }

  @Test
  void theNoiseOfTheProseIsThatOfItsFile() throws IOException {
    CsvTable noise = CsvTable.read(GTX980.resolve("noise/noise.csv"));
    long above =
        IntStream.range(0, noise.rows())
            .filter(row -> Double.parseDouble(noise.text(row, "spread")) > 0.03)
            .count();

    String prose = above + " of " + noise.rows() + " pairs";
    assertTrue(page().contains("STP of " + prose + " varies by more than 3%"), prose);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
