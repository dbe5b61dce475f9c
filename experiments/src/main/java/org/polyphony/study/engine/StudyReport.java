package org.polyphony.study.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.polyphony.config.Quantity;
import org.polyphony.config.Quantity.Form;
import org.polyphony.config.StudyConfig;
import org.polyphony.config.StudyFile;
import org.polyphony.input.Keys;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.results.table.Formats;
import org.polyphony.results.table.GroupMean;
import org.polyphony.results.table.Table;
import org.polyphony.study.AgreementPoint;
import org.polyphony.study.Finding;
import org.polyphony.study.table.LongTable;
import org.polyphony.study.table.Misread;
import org.polyphony.study.table.Row;

/** What a study reads from the table of its runs: claims, means, tables and its page. */
final class StudyReport {
  /** Name of the fact that says how many runs means are of. */
  static final String RUNS = "runs";

  private final StudyConfig config;
  private final Quantities quantities;
  private final List<CheckedClaim> claims;

  private StudyReport(StudyFile file, LongTable table) {
    config = file.config();
    quantities = Quantities.of(Joins.all(file, table), config.columns());
    claims = CheckedClaim.all(config.claims(), quantities);
  }

  /**
   * Reads the claims of a study.
   *
   * @throws org.polyphony.input.InvalidInputException if the study does not fit its table
   */
  static StudyReport of(StudyFile file, LongTable table) {
    return placed(file, () -> new StudyReport(file, table));
  }

  /** Reads something of a study, whose errors then name its file. */
  static <T> T placed(StudyFile file, Supplier<T> reading) {
    try {
      return reading.get();
    } catch (Misread e) {
      throw file.wrong(e.violation().path(), e.violation().found(), e.violation().allowed());
    }
  }

  List<CheckedClaim> claims() {
    return claims;
  }

  List<Finding> findings() {
    return claims.stream().flatMap(claim -> claim.finding().stream()).toList();
  }

  LongTable table() {
    return quantities.table();
  }

  /** Writes all files but the page. */
  OutputFolder write(OutputFolder folder) {
    CheckedClaim.TABLE.write(folder, claims.stream());
    if (!config.means().isEmpty()) {
      List<List<GroupMean>> means = Misread.each("means", config.means(), this::means);
      GroupMean.TABLE.write(folder, means.stream().flatMap(List::stream));
    }
    if (!config.agreements().isEmpty()) {
      AgreementPoint.TABLE.write(folder, points().stream());
    }
    Misread.each("tables", config.tables(), table -> write(folder, table));
    return folder;
  }

  private OutputFolder write(OutputFolder folder, StudyConfig.TableConfig table) {
    Quantities some = Misread.in("where", () -> quantities.where(table.where()));
    if (!table.file().isEmpty() && table.by().isEmpty()) {
      rowTable(table, some).write(folder, runs(table, some).rows().stream());
    } else if (!table.file().isEmpty()) {
      groupTable(table, true).write(folder, groups(table, some).stream());
    }
    return folder;
  }

  /** Returns a row for each run, or for each workload if a column differs between them. */
  private static LongTable runs(StudyConfig.TableConfig config, Quantities some) {
    boolean isOfWorkloads =
        config.columns().stream()
            .anyMatch(of -> of.workload() == null && LongTable.isOfWorkload(of.of()));
    return isOfWorkloads ? some.table() : some.table().runs();
  }

  private static Table<Row> rowTable(StudyConfig.TableConfig config, Quantities some) {
    Table<Row> table = new Table<>(config.file());
    List<Function<Row, Optional<Object>>> values =
        Misread.each("columns", config.columns(), some::value);
    for (int i = 0; i < values.size(); i++) {
      Quantity of = config.columns().get(i);
      Function<Row, Optional<Object>> value = values.get(i);
      table = table.text(config.headings().get(i), row -> value(of, value, some.table(), row));
    }
    return table;
  }

  private static Object value(
      Quantity of, Function<Row, Optional<Object>> value, LongTable table, Row row) {
    Optional<Row> read =
        of.workload() == null ? Optional.of(row) : table.ofWorkload(row, of.workload());
    Object cell = read.flatMap(value).orElse("");
    return of.decimals() != null && cell instanceof Number number
        ? Formats.text("%." + of.decimals() + "f", number.doubleValue())
        : cell;
  }

  /** The rows of a table that have the same value in a column. */
  private record Group(String value, List<String> conditions) {}

  /** Returns the groups, but for those of which no quantity has a value. */
  private List<Group> groups(StudyConfig.TableConfig config, Quantities some) {
    List<Quantity> measured =
        config.columns().stream().filter(of -> !of.of().equals(config.by())).toList();
    return some.table().rows().stream()
        .map(row -> row.text(config.by()))
        .filter(value -> !value.isEmpty()) // of a row that a joined file does not have
        .distinct()
        .map(value -> new Group(value, and(config.where(), config.by() + " = " + value)))
        .filter(
            group -> measured.isEmpty() || measured.stream().anyMatch(of -> hasValue(of, group)))
        .toList();
  }

  private boolean hasValue(Quantity of, Group group) {
    return quantities.measure(of, group.conditions).rows() > 0;
  }

  private static List<String> and(List<String> conditions, String further) {
    return Stream.concat(conditions.stream(), Stream.of(further)).toList();
  }

  /** Partners of rows are also looked for outside of the rows of the table. */
  private Table<Group> groupTable(StudyConfig.TableConfig config, boolean isFile) {
    Table<Group> table = new Table<Group>(config.file());
    for (int i = 0; i < config.columns().size(); i++) {
      Quantity of = config.columns().get(i);
      String heading = config.headings().get(i);
      table =
          of.of().equals(config.by())
              ? table.text(heading, Group::value)
              : table.number(
                  heading, group -> cell(quantities.measure(of, group.conditions), isFile));
    }
    return table;
  }

  private static Object cell(Measured value, boolean isFile) {
    return isFile ? (Object) value.value() : value.form().text(value.value());
  }

  /** Returns the means of a metric for each series: by group, then over all groups. */
  private List<GroupMean> means(StudyConfig.Mean of) {
    List<GroupMean> means = new ArrayList<>();
    List<Row> rows = Misread.in("where", () -> quantities.where(of.where())).table().rows();
    for (String series : rows.stream().map(row -> row.text(of.series())).distinct().toList()) {
      for (String group : new TreeSet<>(rows.stream().map(row -> row.text(of.group())).toList())) {
        Measured mean = mean(of, series, List.of(of.group() + " = " + group));
        if (mean.rows() > 0) {
          means.add(bar(of, group, series, mean, Double.NaN));
        }
      }
      Measured mean = mean(of, series, List.of());
      means.add(bar(of, GroupMean.ALL, series, mean, expected(of, series)));
    }
    return means;
  }

  private Measured mean(StudyConfig.Mean of, String series, List<String> further) {
    Map<String, Object> mean =
        Map.of("of", of.of(), "where", conditions(of, series), "by", "geomean");
    return quantities.measure(Keys.bind(Quantity.class, mean), further);
  }

  private static List<String> conditions(StudyConfig.Mean of, String series) {
    return and(of.where(), of.series() + " = " + series);
  }

  private GroupMean bar(
      StudyConfig.Mean of, String group, String series, Measured mean, double expected) {
    Form form = of.shownAs().equals("change") ? Form.CHANGE : Form.RATIO;
    return new GroupMean(
        of.metric(),
        group,
        series,
        form.scaled(mean.value()),
        form.scaled(mean.low()),
        form.scaled(mean.high()),
        form.scaled(expected),
        quantities.table().facts().getOrDefault(RUNS, ""));
  }

  /** Returns the expected value of a claim about the mean of a series; NaN if there is none. */
  private double expected(StudyConfig.Mean of, String series) {
    List<String> conditions = conditions(of, series);
    return config.claims().stream()
        .filter(claim -> claim.expected() != null && claim.values().size() == 1)
        .filter(claim -> claim.values().get(0).of().equals(of.of()))
        .filter(claim -> !claim.values().get(0).isPaired())
        .filter(
            claim ->
                Stream.concat(claim.where().stream(), claim.values().get(0).where().stream())
                    .toList()
                    .equals(conditions))
        .mapToDouble(claim -> claim.expected())
        .findFirst()
        .orElse(Double.NaN);
  }

  private List<AgreementPoint> points() {
    List<AgreementPoint> points = new ArrayList<>();
    List<List<Row>> rows = new ArrayList<>();
    for (StudyConfig.Agreement each : config.agreements()) {
      LongTable some = quantities.where(each.where()).table();
      rows.add((LongTable.isOfWorkload(each.of()) ? some : some.runs()).rows());
    }
    for (Row row : quantities.table().rows()) {
      for (int i = 0; i < rows.size(); i++) {
        if (rows.get(i).contains(row)) {
          points.add(point(config.agreements().get(i), row));
        }
      }
    }
    return points;
  }

  private static AgreementPoint point(StudyConfig.Agreement of, Row row) {
    return new AgreementPoint(
        of.metric(),
        row.text(of.series()),
        row.text(of.point()),
        "measured",
        "simulated",
        row.number(of.against()),
        row.number(of.of()));
  }

  /**
   * Returns the texts that a page may show, by name: facts, values and tables without a file; a
   * table without rows is empty.
   */
  Map<String, String> texts() {
    Map<String, String> texts = new LinkedHashMap<>(quantities.table().facts());
    CheckedClaim.values(config.values(), quantities, List.of())
        .forEach(value -> texts.put(value.name(), value.text()));
    for (StudyConfig.TableConfig table : config.tables()) {
      if (table.file().isEmpty()) {
        texts.put(table.name(), text(table, quantities.where(table.where())));
      }
    }
    return texts;
  }

  private String text(StudyConfig.TableConfig config, Quantities some) {
    return config.by().isEmpty()
        ? text(rowTable(config, some), runs(config, some).rows())
        : text(groupTable(config, false), groups(config, some));
  }

  private static <R> String text(Table<R> table, List<R> rows) {
    return rows.isEmpty() ? "" : table.markdown(rows);
  }
}
