package org.polyphony.plot;

import java.util.Map;
import java.util.Optional;
import org.polyphony.results.CsvTable;
import org.polyphony.results.DisplayNames;
import org.polyphony.results.RunRecord;

/** A row of a table that a chart draws. */
interface Row {
  /** A row without a column, to which columns are added. */
  Row EMPTY =
      new Row() {
        @Override
        public Optional<String> find(String column) {
          return Optional.empty();
        }

        @Override
        public double number(String column) {
          return Double.NaN;
        }
      };

  /** Returns a field as it is shown; empty when there is no such column. */
  Optional<String> find(String column);

  /** Returns a field as a number; not a number when it is empty. */
  double number(String column);

  /** Returns a field as it is shown. */
  default String text(String column) {
    return find(column)
        .orElseThrow(() -> new IllegalArgumentException("no such column: " + column));
  }

  /** Returns a row of a file; a column that is missing, or holds no number, is the user's error. */
  static Row of(CsvTable table, int row) {
    return new Row() {
      @Override
      public Optional<String> find(String column) {
        return table.find(row, column).map(table::shown);
      }

      @Override
      public String text(String column) {
        return table.shown(table.text(row, column));
      }

      @Override
      public double number(String column) {
        return table.number(row, column);
      }
    };
  }

  /** Returns a row of a run: its policy, setting, workloads and category, and any path in it. */
  static Row of(RunRecord run) {
    Row summary =
        new Row() {
          @Override
          public Optional<String> find(String path) {
            return Optional.of(run.summary().at("/" + path.replace('.', '/')))
                .filter(value -> !value.isMissingNode())
                .map(RunRecord::text);
          }

          @Override
          public double number(String path) {
            return run.number("/" + path.replace('.', '/'));
          }
        };
    return summary.with(
        Map.of(
            "policy",
            run.shown().of(run.policy()),
            "setting",
            run.setting(),
            "workloads",
            run.workloads(),
            "category",
            run.category()));
  }

  /**
   * Returns this row with further columns, which come first.
   *
   * @param values texts, and numbers as {@code Double}
   */
  default Row with(Map<String, Object> values) {
    Row own = this;
    return new Row() {
      @Override
      public Optional<String> find(String column) {
        return values.containsKey(column)
            ? Optional.of(
                values.get(column) instanceof Double number
                    ? DisplayNames.plain(number)
                    : values.get(column).toString())
            : own.find(column);
      }

      @Override
      public String text(String column) {
        return values.containsKey(column) ? find(column).orElseThrow() : own.text(column);
      }

      @Override
      public double number(String column) {
        return values.containsKey(column)
            ? values.get(column) instanceof Double number ? number : Double.NaN
            : own.number(column);
      }
    };
  }
}
