package org.polyphony.study.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.StatUtils;
import org.polyphony.config.Quantity;
import org.polyphony.config.Quantity.Form;
import org.polyphony.results.statistics.GeometricMean.Member;
import org.polyphony.results.statistics.RelativeErrors;
import org.polyphony.results.table.Columns;
import org.polyphony.results.table.Columns.Column;
import org.polyphony.results.table.Formats;
import org.polyphony.results.table.LongTable;
import org.polyphony.results.table.Misread;
import org.polyphony.results.table.Row;
import org.polyphony.study.engine.Measured.Drawn;

/** Reads quantities from a table; {@code docs/studies.md} explains each operator. */
final class Quantities {
  /** Column that tells whether a pair has finished under all variants. */
  static final String COMPLETE = "complete";

  private static final String NO = "no";
  private static final double TIE = Math.log1p(0.02);

  private final LongTable table;
  private final Map<String, Form> forms; // of derived columns
  private final Set<String> inverse; // derived columns in which partners are divided by rows

  private Quantities(LongTable table, Map<String, Form> forms, Set<String> inverse) {
    this.table = table;
    this.forms = forms;
    this.inverse = inverse;
  }

  /** Adds derived columns to a table, each from those before it. */
  static Quantities of(LongTable table, List<Quantity> columns) {
    AtomicReference<Quantities> all =
        new AtomicReference<>(new Quantities(table, Map.of(), Set.of()));
    Misread.each("columns", columns, column -> all.updateAndGet(before -> before.with(column)));
    return all.get();
  }

  private Quantities with(Quantity of) {
    boolean isInNoRun = isInNoRun(of);
    Function<Row, Optional<Object>> value =
        isInNoRun ? row -> Optional.empty() : of.isOfGroup() ? ofGroups(of) : value(of);
    Column column = (isInNoRun ? Column.ofNumbers("") : column(of)).named(of.name());
    Columns wider = Misread.in("name", () -> Formula.declare(column, table.columns()));
    Map<String, Form> more = new HashMap<>(forms);
    more.put(of.name(), of.form(Form.RATIO));
    Set<String> moreInverse = new HashSet<>(inverse);
    if (isInverse(of)) {
      moreInverse.add(of.name());
    }
    return new Quantities(
        table.with(wider).map(row -> row.with(of.name(), value.apply(row).orElse(of.missing()))),
        more,
        moreInverse);
  }

  /** Returns whether a quantity has a number for rows without its column, and all are such. */
  private boolean isInNoRun(Quantity of) {
    return of.missing() != null
        && table.columns().find(of.of()).isEmpty()
        && SummaryRows.COLUMNS.find(of.of()).isPresent();
  }

  /** Returns the column whose values a quantity has; of numbers if it is a formula. */
  private Column column(Quantity of) {
    if (!of.at().isEmpty()) {
      return column("at", of.at());
    }
    return of.of().isEmpty() ? Column.ofNumbers(of.is()) : column("of", of.of());
  }

  /** Returns the value that the rows of each group make, for all rows of the group. */
  private Function<Row, Optional<Object>> ofGroups(Quantity of) {
    Misread.each("per", of.per(), table.columns()::require);
    Map<String, List<Row>> groups = new HashMap<>();
    table
        .rows()
        .forEach(row -> groups.computeIfAbsent(group(row, of), g -> new ArrayList<>()).add(row));
    Map<String, Optional<Object>> values = new HashMap<>();
    groups.forEach((group, rows) -> values.put(group, with(rows).ofAll(of)));
    return row -> values.get(group(row, of));
  }

  private static String group(Row row, Quantity of) {
    return LongTable.identity(row, of.per(), key -> false);
  }

  private Quantities with(List<Row> rows) {
    return new Quantities(table.with(rows), forms, inverse);
  }

  private Optional<Object> ofAll(Quantity of) {
    if (!of.at().isEmpty()) {
      return most(of, reads(of, rows(of, row -> true))).flatMap(most -> most.row.cell(of.at()));
    } else if (of.of().isEmpty() || !column("of", of.of()).isText()) {
      return Optional.of(number(of, measure(of, row -> true)));
    }
    List<Row> rows = rows(of, row -> true);
    only(rows.size());
    return rows.stream().findFirst().flatMap(row -> row.cell(of.of()));
  }

  /** Returns the number of a value as a file has it: a count is whole. */
  static Object number(Quantity of, Measured value) {
    return of.by().equals("count") ? (Object) (long) value.value() : value.value();
  }

  LongTable table() {
    return table;
  }

  /** Returns the quantities of some rows only. */
  Quantities where(Predicate<Row> condition) {
    return new Quantities(table.where(condition), forms, inverse);
  }

  /** Reads the key {@code where}: conditions that rows meet. */
  Predicate<Row> condition(List<String> where) {
    return Misread.in("where", () -> Condition.all(where, table.columns()));
  }

  /** Reads a key that names a column. */
  Column column(String key, String name) {
    return Misread.in(key, () -> table.columns().require(name));
  }

  /** Reads a key that names a column of numbers. */
  Column numbers(String key, String name) {
    return Misread.in(key, () -> table.columns().requireNumbers(name));
  }

  /** Returns the form of a quantity: its own, or that of its column. A change is of the metric. */
  Form form(Quantity of) {
    Form form = of.form(forms.getOrDefault(of.of(), Form.RATIO));
    return form == Form.CHANGE && isInverse(of) ? Form.INVERSE_CHANGE : form;
  }

  private boolean isInverse(Quantity of) {
    return !of.under().isEmpty() || inverse.contains(of.of());
  }

  /** Returns the value of a quantity in a row, regardless of its conditions on rows. */
  Function<Row, Optional<Object>> value(Quantity of) {
    if (Condition.isOne(of.is())) {
      Condition condition = Misread.in("is", () -> Condition.of(of.is(), table.columns()));
      return row -> condition.in(row).<Object>map(holds -> holds ? 1 : 0);
    } else if (!of.is().isEmpty()) {
      Formula formula = Misread.in("is", () -> Formula.of(of.is()).requireNumbers(table.columns()));
      return row -> formula.in(row).map(Object.class::cast);
    }
    column("of", of.of());
    if (!of.isPaired()) {
      return row -> row.cell(of.of());
    }
    numbers("of", of.of());
    boolean isOver = !of.over().isEmpty();
    Partners partners =
        Misread.in(
            isOver ? "over" : "under",
            () -> new Partners(table, isOver ? of.over() : of.under(), best(of)));
    return row -> partners.of(row).flatMap(other -> ratio(of.of(), row, other, isOver));
  }

  private static Optional<Comparator<Row>> best(Quantity of) {
    Comparator<Row> ascending = Comparator.comparingDouble(row -> row.number(of.of()));
    return switch (of.partner()) {
      case "max" -> Optional.of(ascending);
      case "min" -> Optional.of(ascending.reversed());
      default -> Optional.empty();
    };
  }

  private static Optional<Object> ratio(String column, Row row, Row partner, boolean isOver) {
    double own = row.number(column);
    double other = partner.number(column);
    double ratio = isOver ? own / other : other / own;
    return Double.isFinite(ratio) ? Optional.of(ratio) : Optional.empty();
  }

  /** A row with the value of a quantity in it. */
  private record Read(Row row, double value) {}

  /** Makes one number of the rows that meet a quantity's conditions and a further one. */
  Measured measure(Quantity of, Predicate<Row> further) {
    List<Row> rows = rows(of, further);
    requireColumns(of);
    if (of.by().equals("count")) {
      return Measured.of(rows.size(), rows.size()).named(of.name(), of.form(Form.PLAIN));
    }
    return reduced(of, reads(of, rows)).named(of.name(), form(of));
  }

  private List<Read> reads(Quantity of, List<Row> rows) {
    Function<Row, Optional<Object>> value = value(of);
    return rows.stream()
        .flatMap(row -> value.apply(row).map(cell -> read(row, cell)).stream())
        .toList();
  }

  private void requireColumns(Quantity of) {
    if (!of.of().isEmpty()) {
      numbers("of", of.of());
    }
    if (!of.against().isEmpty()) {
      numbers("against", of.against());
    }
    if (!of.at().isEmpty()) {
      column("at", of.at());
    }
  }

  private static Read read(Row row, Object cell) {
    return new Read(row, ((Number) cell).doubleValue());
  }

  private List<Row> rows(Quantity of, Predicate<Row> further) {
    LongTable some = table.where(further.and(condition(of.where())));
    boolean isOfWorkload =
        Stream.of(of.of(), of.is(), of.against()).anyMatch(LongTable::isOfWorkload);
    return (isOfWorkload ? some : some.runs()).rows();
  }

  private Measured reduced(Quantity of, List<Read> reads) {
    double[] values = reads.stream().mapToDouble(Read::value).toArray();
    return switch (of.by()) {
      case "geomean" -> geometricMean(of, reads);
      case "wins" -> wins(reads);
      case "deviation" -> Measured.of(Math.sqrt(StatUtils.variance(values)), reads.size());
      case "error", "correlation" -> compared(of, reads);
      case "max", "min" -> extreme(of, reads);
      case "mean" -> Measured.of(StatUtils.mean(values), reads.size());
      case "median" -> Measured.of(StatUtils.percentile(values, 50), reads.size());
      case "sum" -> Measured.of(StatUtils.sum(values), reads.size());
      default -> only(reads);
    };
  }

  private static Measured only(List<Read> reads) {
    only(reads.size());
    return Measured.of(reads.isEmpty() ? Double.NaN : reads.get(0).value, reads.size());
  }

  private static void only(int rows) {
    if (rows > 1) {
      String allowed = "conditions that leave one row, or by with geomean, mean, max, ...";
      throw new Misread("where", rows + " rows", allowed);
    }
  }

  private static Optional<Read> most(Quantity of, List<Read> reads) {
    Comparator<Read> order = Comparator.comparingDouble(Read::value);
    return reads.stream().max(of.by().equals("max") ? order : order.reversed());
  }

  private Measured extreme(Quantity of, List<Read> reads) {
    Optional<Read> most = most(of, reads);
    double value = most.map(Read::value).orElse(Double.NaN);
    return Measured.of(value, reads.size()).at(place(of, most.map(Read::row)));
  }

  private String place(Quantity of, Optional<Row> row) {
    if (of.at().isEmpty()) {
      return "";
    }
    Form form = forms.getOrDefault(of.at(), Form.PLAIN);
    double number = row.map(found -> found.number(of.at())).orElse(Double.NaN);
    return Double.isFinite(number)
        ? form.text(number)
        : row.map(found -> found.text(of.at())).orElse("");
  }

  /** Returns the members of the population, without those that have no value. */
  private List<Drawn> members(List<Read> reads) {
    Map<Row, Double> values = new HashMap<>();
    reads.forEach(read -> values.put(read.row, read.value));
    Map<String, Set<String>> workloads = table.workloads();
    List<Drawn> members = new ArrayList<>();
    for (List<Row> repeats : table.with(reads.stream().map(Read::row).toList()).byMember()) {
      Row first = repeats.get(0);
      Set<String> alone = Set.of("member " + members.size()); // of runs without workloads
      Set<String> units = workloads.getOrDefault(table.run(first), alone);
      double[] each = repeats.stream().mapToDouble(values::get).toArray();
      members.add(new Drawn(first, new Member(units, each)));
    }
    return members;
  }

  private Measured geometricMean(Quantity of, List<Read> reads) {
    List<Read> counted =
        of.isPaired()
            ? reads
            : reads.stream().filter(read -> !read.row.text(COMPLETE).equals(NO)).toList();
    return Measured.mean(members(counted), counted.size());
  }

  private Measured wins(List<Read> reads) {
    Outcomes of = Outcomes.of(members(reads));
    return Measured.of((double) of.above, of.size())
        .inWords(Formats.text("%d wins, %d ties, %d losses", of.above, of.ties, of.below));
  }

  /** How many members have a ratio above 1, of about 1, and below. */
  record Outcomes(long above, long ties, long below) {
    int size() {
      return (int) (above + ties + below);
    }

    static Outcomes of(List<Drawn> members) {
      List<Double> gains =
          members.stream().map(each -> Math.log(StatUtils.mean(each.member().repeats()))).toList();
      long above = gains.stream().filter(gain -> gain > TIE).count();
      long below = gains.stream().filter(gain -> gain < -TIE).count();
      return new Outcomes(above, gains.size() - above - below, below);
    }
  }

  private Measured compared(Quantity of, List<Read> reads) {
    RelativeErrors errors =
        new RelativeErrors(
            reads.stream()
                .filter(read -> Double.isFinite(read.row.number(of.against())))
                .map(
                    read ->
                        new RelativeErrors.Compared(
                            place(of, Optional.of(read.row)),
                            read.value,
                            read.row.number(of.against())))
                .toList());
    int count = errors.values().size();
    return of.by().equals("correlation")
        ? Measured.of(errors.rankCorrelation(), count)
        : Measured.of(errors.mean(), count).inWords(errors.text());
  }
}
