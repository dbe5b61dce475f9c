package org.polyphony.study.engine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.polyphony.config.StudyConfig;
import org.polyphony.config.StudyFile;
import org.polyphony.results.CsvTable;
import org.polyphony.results.table.Columns;
import org.polyphony.results.table.Columns.Column;
import org.polyphony.results.table.LongTable;
import org.polyphony.results.table.Row;
import org.polyphony.study.StudyContext;
import org.polyphony.study.Verdict;

/**
 * A study that runs nothing: a row is a claim of another study, with what the results of that study
 * say, which are in its folder.
 */
final class ClaimsBody implements StudyBody {
  private static final List<String> KEYS = List.of("study", "claim");
  private static final List<String> TEXTS = List.of("source", "stated", "measured", "verdict");
  private static final Column VERDICT =
      new Column(
          "verdict",
          true,
          Stream.of(Verdict.values()).map(Verdict::text).collect(Collectors.toUnmodifiableSet()));

  private final StudyFile file;
  private final StudyConfig.ClaimsConfig config;

  ClaimsBody(StudyFile file) {
    this.file = file;
    this.config = file.config().runs().claims();
    file.requireEachOf("runs.claims.studies", config.studies(), Study.names());
  }

  @Override
  public LongTable planned() {
    List<Row> rows = new ArrayList<>();
    for (String study : config.studies()) {
      Path written =
          file.folder().resolveSibling(study).resolve("results").resolve(CheckedClaim.TABLE.file());
      if (Files.exists(written)) {
        rows.addAll(rows(study, CsvTable.read(written)));
      }
    }
    Stream<Column> texts =
        Stream.of(KEYS, List.of("about"), TEXTS).flatMap(List::stream).map(Column::ofTexts);
    Stream<Column> others = Stream.of(VERDICT, Column.ofNumbers("value"));
    return new LongTable(KEYS, new Columns(Stream.concat(others, texts)), rows, Map.of());
  }

  private static List<Row> rows(String study, CsvTable claims) {
    String about = study + ": " + StudyFile.read(Study.folder(study)).path("about").asText();
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < claims.rows(); i++) {
      Map<String, Object> cells = new LinkedHashMap<>();
      cells.put("study", study);
      cells.put("claim", claims.text(i, "claim"));
      cells.put("about", about);
      for (String column : TEXTS) {
        cells.put(column, claims.text(i, column));
      }
      Formula.number(claims.text(i, "value")).ifPresent(value -> cells.put("value", value));
      rows.add(new Row(cells));
    }
    return rows;
  }

  @Override
  public String plan(StudyContext context) {
    return "no runs";
  }

  @Override
  public void make(StudyContext context) {
    new StudyPage(file, context).report(planned(), "", "");
  }
}
