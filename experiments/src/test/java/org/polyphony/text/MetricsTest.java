package org.polyphony.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.polyphony.config.StudyFile;
import org.polyphony.results.ResultFile;
import org.polyphony.results.run.ResultFiles;
import org.polyphony.results.table.Table;
import org.polyphony.run.host.HostResultFiles;
import org.polyphony.study.engine.Study;
import org.polyphony.study.engine.StudyFiles;
import org.polyphony.sweep.Explanation;

/** {@code metrics.csv} is held against what the program writes. */
class MetricsTest {
  private static final Predicate<String> CSV = Pattern.compile("\\.csv$").asPredicate();

  private static List<Table<?>> tables() {
    return Stream.of(
            ResultFiles.TABLES,
            HostResultFiles.TABLES,
            StudyFiles.TABLES,
            List.<Table<?>>of(Explanation.TABLE))
        .flatMap(List::stream)
        .collect(Collectors.toList());
  }

  @Test
  void haveAUnitAndADefinition() {
    assertTrue(
        MetricDefinitions.all().values().stream()
            .flatMap(List::stream)
            .noneMatch(m -> m.unit().isBlank() || m.meaning().isBlank()));
  }

  @Test
  void areTheColumnsOfEachTableInTheirOrder() {
    for (Table<?> table : tables()) {
      List<String> defined = MetricDefinitions.names(table.file());
      assertEquals(defined.stream().filter(name -> !name.equals("*")).toList(), table.names());
    }
  }

  /** Returns the tables of the bundled studies, each file with its columns. */
  private static Map<String, List<String>> tablesOfStudies() {
    Map<String, List<String>> tables = new TreeMap<>();
    for (String name : Study.names()) {
      StudyFile.load(Study.folder(name))
          .config()
          .tables()
          .forEach(table -> tables.put(table.file(), table.headings()));
    }
    tables.remove(""); // on a page
    return tables;
  }

  @Test
  void areTheColumnsOfTheTablesOfStudies() {
    tablesOfStudies()
        .forEach((file, columns) -> assertEquals(MetricDefinitions.names(file), columns, file));
  }

  @Test
  void areOfEveryCsvFileThatTheProgramNames() throws IOException {
    Set<String> named = new TreeSet<>();
    try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
      for (Path source : sources.filter(file -> file.toString().endsWith(".java")).toList()) {
        Pattern.compile("\"([\\w-]+\\.csv)\"")
            .matcher(Files.readString(source))
            .results()
            .map((MatchResult name) -> name.group(1))
            .forEach(named::add);
      }
    }
    named.addAll(tablesOfStudies().keySet());
    Stream.of(ResultFile.values()).map(ResultFile::file).filter(CSV).forEach(named::add);

    assertEquals(
        named,
        MetricDefinitions.all().keySet().stream()
            .filter(CSV)
            .collect(Collectors.toCollection(TreeSet::new)));
  }
}
