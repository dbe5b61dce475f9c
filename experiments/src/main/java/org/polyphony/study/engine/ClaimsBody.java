package org.polyphony.study.engine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

/** A study that runs nothing: a row is a claim of another study, with what each result says. */
final class ClaimsBody implements StudyBody {
  private static final List<String> OF_CLAIM =
      List.of("study", "claim", "about", "source", "stated");
  private static final String VERDICT = ".verdict";
  private static final Set<String> VERDICTS =
      Stream.of(Verdict.values()).map(Verdict::text).collect(Collectors.toUnmodifiableSet());

  private final StudyFile file;
  private final StudyConfig.ClaimsConfig config;

  ClaimsBody(StudyFile file) {
    this.file = file;
    this.config = file.config().runs().claims();
    file.requireEachOf("runs.claims.studies", config.studies(), Study.names());
  }

  @Override
  public LongTable planned() {
    Map<String, Map<String, Object>> claims = new LinkedHashMap<>();
    for (String study : config.studies()) {
      String about = study + ": " + StudyFile.read(Study.folder(study)).path("about").asText();
      config
          .results()
          .forEach((name, results) -> read(name, results(results, study), study, about, claims));
    }
    List<Column> columns = new ArrayList<>(OF_CLAIM.stream().map(Column::ofTexts).toList());
    for (String name : config.results().keySet()) {
      columns.add(new Column(name + VERDICT, true, VERDICTS));
      columns.add(Column.ofTexts(name + ".measured"));
      columns.add(Column.ofNumbers(name + ".value"));
    }
    return new LongTable(
        OF_CLAIM.subList(0, 2),
        new Columns(columns.stream()),
        claims.values().stream().map(Row::new).toList(),
        Map.of());
  }

  /** Returns the folder of a study's results, by a path in which a star stands for its name. */
  private Path results(String pattern, String study) {
    return file.folder().resolve(pattern.replace("*", study)).normalize();
  }

  /** Adds what the results of a study say of its claims; nothing if there are none. */
  private static void read(
      String name,
      Path results,
      String study,
      String about,
      Map<String, Map<String, Object>> claims) {
    Path written = results.resolve(CheckedClaim.TABLE.file());
    if (!Files.exists(written)) {
      return;
    }
    CsvTable table = CsvTable.read(written);
    for (int row = 0; row < table.rows(); row++) {
      String claim = table.text(row, "claim");
      Map<String, Object> cells =
          claims.computeIfAbsent(study + "\n" + claim, c -> new LinkedHashMap<>());
      cells.putAll(Map.of("study", study, "claim", claim, "about", about));
      cells.put("source", table.text(row, "source"));
      cells.put("stated", table.text(row, "stated"));
      cells.put(name + VERDICT, table.text(row, "verdict"));
      cells.put(name + ".measured", table.text(row, "measured"));
      Formula.number(table.text(row, "value")).ifPresent(v -> cells.put(name + ".value", v));
    }
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
