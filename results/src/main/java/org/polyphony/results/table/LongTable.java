package org.polyphony.results.table;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * What the runs of a study gave, or will give: a row is a workload of a run.
 *
 * @param keys columns that identify a run, in their order
 * @param columns all columns
 * @param rows in the order of the runs; the workloads of a run follow one another
 * @param facts texts about the runs as a whole, for the page
 */
public record LongTable(
    List<String> keys, Columns columns, List<Row> rows, Map<String, String> facts) {
  /** Beginning of the names of columns that differ between the workloads of a run. */
  public static final String WORKLOAD = "workload";

  /** Column of the number of a workload in its run, from 1. */
  public static final String NUMBER = "workload.number";

  private static final Pattern OF_WORKLOAD = Pattern.compile("(^| )workload([. ]|$)");
  private static final String SEED = "seed";

  public LongTable {
    keys = List.copyOf(keys);
    rows = List.copyOf(rows);
  }

  /**
   * Creates the table of runs that have not started.
   *
   * @param rows what identifies the runs, as far as it is known
   * @param results columns of their results
   */
  public static LongTable planned(
      List<String> keys, List<Row> rows, Columns results, Map<String, String> facts) {
    return new LongTable(keys, Columns.of(rows).and(results), rows, facts);
  }

  /** Returns the table after the runs. */
  public LongTable ran(List<Row> results, Map<String, String> found) {
    return new LongTable(keys, columns.closed(results), results, found);
  }

  public LongTable with(List<Row> others) {
    return new LongTable(keys, columns, others, facts);
  }

  public LongTable with(Columns others) {
    return new LongTable(keys, others, rows, facts);
  }

  public LongTable where(Predicate<Row> condition) {
    return with(rows.stream().filter(condition).toList());
  }

  public LongTable map(UnaryOperator<Row> change) {
    return with(rows.stream().map(change).toList());
  }

  /** Returns the first row of each run, for columns that are alike in the others. */
  public LongTable runs() {
    Set<String> seen = new HashSet<>();
    return where(row -> seen.add(run(row)));
  }

  /** Returns the row of another workload of the same run; empty if there is none. */
  public Optional<Row> ofWorkload(Row row, int number) {
    String run = run(row);
    return rows.stream()
        .filter(other -> other.number(NUMBER) == number)
        .filter(other -> run(other).equals(run))
        .findFirst();
  }

  /** Returns the rows that differ in seed alone together, in the order of the first of each. */
  public Collection<List<Row>> byMember() {
    Map<String, List<Row>> members = new LinkedHashMap<>();
    rows.forEach(
        row -> members.computeIfAbsent(member(row, keys), m -> new ArrayList<>()).add(row));
    return members.values();
  }

  /** Returns what identifies the member of a population: all but the seed. */
  public static String member(Row row, List<String> keys) {
    return identity(row, keys, SEED::equals);
  }

  /** Returns the workloads of each run, by its {@link #run identity}. */
  public Map<String, Set<String>> workloads() {
    Map<String, Set<String>> workloads = new HashMap<>();
    rows.forEach(
        row ->
            row.cell(WORKLOAD)
                .ifPresent(
                    name ->
                        workloads
                            .computeIfAbsent(run(row), r -> new HashSet<>())
                            .add(name.toString())));
    return workloads;
  }

  /** Returns what identifies the run of a row. */
  public String run(Row row) {
    return identity(row, keys, key -> false);
  }

  /** Returns what identifies a row, but for some keys. */
  public static String identity(Row row, List<String> keys, Predicate<String> isLeftOut) {
    StringBuilder identity = new StringBuilder();
    for (String key : keys) {
      identity.append(isLeftOut.test(key) ? "" : row.text(key)).append('\n');
    }
    return identity.toString();
  }

  /** Returns whether a column or formula differs between the workloads of a run. */
  public static boolean isOfWorkload(String text) {
    return OF_WORKLOAD.matcher(text).find();
  }
}
