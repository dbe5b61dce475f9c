package org.polyphony.study.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.polyphony.config.Quantity;
import org.polyphony.config.Quantity.Form;
import org.polyphony.config.StudyConfig;
import org.polyphony.config.StudyFile;
import org.polyphony.input.Keys;
import org.polyphony.results.ResultColumn;
import org.polyphony.results.ResultFile;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.results.table.Formats;
import org.polyphony.results.table.GroupMean;
import org.polyphony.results.table.LongTable;
import org.polyphony.results.table.Markdown;
import org.polyphony.results.table.Misread;
import org.polyphony.results.table.Row;
import org.polyphony.results.table.Table;

/** What a study reads from the table of its runs: claims, means, tables and its page. */
final class StudyReport {
  /** Name of the fact that says how many runs means are of. */
  static final String RUNS = "runs";

  private final StudyFile file;
  private final StudyConfig config;
  private final Quantities quantities;
  private final List<CheckedClaim> claims;

  private StudyReport(StudyFile file, LongTable table, List<StudyReport> alternatives) {
    this.file = file;
    config = file.config();
    quantities = Quantities.of(Joins.all(file, table), config.columns());
    List<CheckedClaim> stated = CheckedClaim.all(config.claims(), quantities);
    claims =
        IntStream.range(0, stated.size())
            .mapToObj(
                i -> stated.get(i).over(alternatives.stream().map(of -> of.claims.get(i)).toList()))
            .toList();
  }

  /**
   * Reads the claims of a study.
   *
   * @throws org.polyphony.input.InvalidInputException if the study does not fit its table
   */
  static StudyReport of(StudyFile file, LongTable table) {
    return of(file, table, List.of());
  }

  /**
   * Reads the claims of a study.
   *
   * @param alternatives tables of the same runs with alternative inputs
   */
  static StudyReport of(StudyFile file, LongTable table, List<LongTable> alternatives) {
    List<StudyReport> others = alternatives.stream().map(each -> of(file, each)).toList();
    return placed(file, () -> new StudyReport(file, table, others));
  }

  /**
   * Checks all that a study reads from its table, before it runs.
   *
   * @return the table with all columns
   */
  static LongTable check(StudyFile file, LongTable planned) {
    if (planned.runs().rows().size() < planned.rows().size()) {
      String found = "runs that differ in none of " + String.join(", ", planned.keys());
      throw file.wrong("runs", found, "distinct names and values");
    }
    StudyReport report = of(file, planned);
    placed(file, report::files);
    Page.of(file, report.texts(""), "");
    return report.table();
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

  LongTable table() {
    return quantities.table();
  }

  /** A table and its rows. */
  private record Filled<R>(Table<R> table, List<R> rows) {
    void write(OutputFolder folder) {
      table.write(folder, rows.stream());
    }

    /** Returns it for a page; empty without rows. */
    String text() {
      return rows.isEmpty() ? "" : table.markdown(rows);
    }
  }

  /** Writes all files but the page. */
  void write(OutputFolder folder) {
    placed(file, this::files).forEach(each -> each.write(folder));
  }

  private List<Filled<?>> files() {
    List<Filled<?>> files = new ArrayList<>();
    files.add(new Filled<>(CheckedClaim.TABLE, claims));
    List<GroupMean> means =
        Misread.each("means", config.means(), this::means).stream().flatMap(List::stream).toList();
    if (!config.means().isEmpty()) {
      files.add(new Filled<>(GroupMean.TABLE, means));
    }
    if (!config.agreements().isEmpty()) {
      files.add(new Filled<>(Agreed.TABLE, points()));
    }
    Misread.each(
        "tables",
        config.tables(),
        table -> table.file().isEmpty() || files.add(filled(table, true)));
    return files;
  }

  private Filled<?> filled(StudyConfig.TableConfig table, boolean isFile) {
    Predicate<Row> where = quantities.condition(table.where());
    Quantities some = quantities.where(where);
    return table.by().isEmpty()
        ? new Filled<>(rowTable(table, some), ordered(table, runs(table, some).rows()))
        : new Filled<>(groupTable(table, isFile), groups(table, where));
  }

  /** Returns a row for each run, or for each workload if a column differs between them. */
  private static LongTable runs(StudyConfig.TableConfig config, Quantities some) {
    boolean isOfWorkloads =
        config.columns().stream()
            .anyMatch(of -> of.workload() == null && LongTable.isOfWorkload(of.of()));
    return isOfWorkloads ? some.table() : some.table().runs();
  }

  private List<Row> ordered(StudyConfig.TableConfig config, List<Row> rows) {
    if (config.order().isEmpty()) {
      return rows;
    }
    quantities.numbers("order", config.order());
    Comparator<Row> order = Comparator.comparingDouble(row -> row.number(config.order()));
    return rows.stream().sorted(order.reversed()).toList();
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
  private record Group(String value, Predicate<Row> condition) {}

  /** Returns the groups, but for those of which no quantity has a value. */
  private List<Group> groups(StudyConfig.TableConfig config, Predicate<Row> where) {
    quantities.column("by", config.by());
    Misread.each(
        "columns", config.columns(), of -> isGroup(of, config) || hasValue(of, row -> false));
    List<Quantity> measured = config.columns().stream().filter(of -> !isGroup(of, config)).toList();
    return quantities.table().where(where).rows().stream()
        .map(row -> row.text(config.by()))
        .filter(value -> !value.isEmpty()) // of a row that a joined file does not have
        .distinct()
        .map(value -> new Group(value, where.and(has(config.by(), value))))
        .filter(
            group ->
                measured.isEmpty()
                    || measured.stream().anyMatch(of -> hasValue(of, group.condition)))
        .toList();
  }

  private static boolean isGroup(Quantity of, StudyConfig.TableConfig config) {
    return of.of().equals(config.by());
  }

  private boolean hasValue(Quantity of, Predicate<Row> condition) {
    return quantities.measure(of, condition).rows() > 0;
  }

  private static Predicate<Row> has(String column, String text) {
    return row -> row.text(column).equals(text);
  }

  /** Partners of rows are also looked for outside of the rows of the table. */
  private Table<Group> groupTable(StudyConfig.TableConfig config, boolean isFile) {
    Table<Group> table = new Table<Group>(config.file());
    for (int i = 0; i < config.columns().size(); i++) {
      Quantity of = config.columns().get(i);
      String heading = config.headings().get(i);
      table =
          isGroup(of, config)
              ? table.text(heading, Group::value)
              : table.number(
                  heading, group -> cell(of, quantities.measure(of, group.condition), isFile));
    }
    return table;
  }

  private static Object cell(Quantity of, Measured value, boolean isFile) {
    return isFile ? Quantities.number(of, value) : value.form().text(value.value());
  }

  /** Returns the means of a metric for each series: by group, then over all groups. */
  private List<GroupMean> means(StudyConfig.Mean of) {
    quantities.numbers("of", of.of());
    quantities.column("group", of.group());
    Map<String, String> keys = Map.of("of", of.of(), "by", of.by(), "shownAs", of.shownAs());
    Quantity value = Keys.bind(Quantity.class, keys);
    Predicate<Row> where = quantities.condition(of.where());
    List<GroupMean> means = new ArrayList<>();
    for (String series : series(of, where)) {
      Predicate<Row> ofSeries = of.name().isEmpty() ? where.and(has(of.series(), series)) : where;
      for (String group : new TreeSet<>(texts(where, of.group()).toList())) {
        Measured mean = quantities.measure(value, ofSeries.and(has(of.group(), group)));
        if (mean.rows() > 0) {
          means.add(bar(of, group, series, mean, Double.NaN));
        }
      }
      Measured mean = quantities.measure(value, ofSeries);
      String all = config.runs().pairs() == null ? "All" : GroupMean.ALL;
      means.add(bar(of, all, series, mean, expected(of, series)));
    }
    return means;
  }

  private List<String> series(StudyConfig.Mean of, Predicate<Row> where) {
    quantities.column("series", of.series());
    return of.name().isEmpty() ? texts(where, of.series()).distinct().toList() : List.of(of.name());
  }

  private Stream<String> texts(Predicate<Row> where, String column) {
    return quantities.table().rows().stream()
        .filter(where)
        .map(row -> row.text(column))
        .filter(text -> !text.isEmpty());
  }

  private GroupMean bar(
      StudyConfig.Mean of, String group, String series, Measured mean, double expected) {
    Form form = mean.form();
    double low = form.scaled(mean.low());
    double high = form.scaled(mean.high());
    return new GroupMean(
        of.metric(),
        group,
        series,
        form.scaled(mean.value()),
        Math.min(low, high),
        Math.max(low, high),
        form.scaled(expected),
        quantities.table().facts().getOrDefault(RUNS, ""));
  }

  /** Returns the expected value of a claim about the mean of a series; NaN if there is none. */
  private double expected(StudyConfig.Mean of, String series) {
    Stream<String> ofSeries =
        of.name().isEmpty() ? Stream.of(of.series() + " = " + series) : Stream.empty();
    List<String> conditions = Stream.concat(of.where().stream(), ofSeries).toList();
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

  /** A row with a simulated and a measured value. */
  record Agreed(StudyConfig.Agreement of, Row row) {
    /** Definition of the file. */
    static final Table<Agreed> TABLE =
        new Table<Agreed>(ResultFile.AGREEMENT)
            .text(ResultColumn.METRIC, each -> each.of.metric())
            .text(ResultColumn.SERIES, each -> each.row.text(each.of.series()))
            .text(ResultColumn.POINT, Agreed::point)
            .text(ResultColumn.X_NAME, each -> "measured")
            .text(ResultColumn.Y_NAME, each -> "simulated")
            .text(ResultColumn.X, each -> Formats.text("%.4f", each.row.number(each.of.against())))
            .text(ResultColumn.Y, each -> Formats.text("%.4f", each.row.number(each.of.of())));

    private String point() {
      return row.text(of.point().isEmpty() ? "pair" : of.point());
    }
  }

  private List<Agreed> points() {
    List<Set<Row>> rows =
        Misread.each("agreements", config.agreements(), of -> new HashSet<>(rows(of)));
    List<Agreed> points = new ArrayList<>();
    for (Row row : quantities.table().rows()) {
      for (int i = 0; i < rows.size(); i++) {
        if (rows.get(i).contains(row)) {
          points.add(new Agreed(config.agreements().get(i), row));
        }
      }
    }
    return points;
  }

  private List<Row> rows(StudyConfig.Agreement of) {
    quantities.numbers("of", of.of());
    quantities.numbers("against", of.against());
    quantities.column("series", of.series());
    if (!of.point().isEmpty()) {
      quantities.column("point", of.point());
    }
    LongTable some = quantities.where(quantities.condition(of.where())).table();
    return (LongTable.isOfWorkload(of.of()) ? some : some.runs()).rows();
  }

  /**
   * Returns the texts that a page may show, by name: the command, facts, values and tables without
   * a file; a table without rows is empty.
   */
  Map<String, String> texts(String command) {
    return placed(file, () -> read(command));
  }

  private Map<String, String> read(String command) {
    Map<String, String> texts = new LinkedHashMap<>(quantities.table().facts());
    texts.put("command", command);
    List<Measured> values = CheckedClaim.values(config.values(), quantities, row -> true);
    Misread.each("values", values, value -> put(value.name(), Markdown.text(value.text()), texts));
    Misread.each(
        "tables",
        config.tables(),
        table -> !table.file().isEmpty() || put(table.name(), filled(table, false).text(), texts));
    return texts;
  }

  private static boolean put(String name, String text, Map<String, String> texts) {
    if (texts.put(name, text) != null) {
      throw new Misread("name", "'" + name + "' twice", "a name of its own on the page");
    }
    return true;
  }
}
