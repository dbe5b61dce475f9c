package org.polyphony.plot;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.polyphony.results.Baseline;
import org.polyphony.results.DisplayNames;
import org.polyphony.results.Results;
import org.polyphony.results.metric.Metric;
import org.polyphony.results.run.Summary;

/** Draws an entry of {@code charts.json}; see {@link Entry} for what it can say. */
final class EntryChart {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([^}]+)}");
  private static final String CATEGORY = "category";

  private final String name;
  private final Entry entry;
  private final Results results;

  EntryChart(String name, Entry entry, Results results) {
    this.name = name;
    this.entry = entry;
    this.results = results;
  }

  /** Returns whether an entry is drawn of these results only where it is asked for. */
  static boolean isOnRequest(Entry entry, Results results) {
    return entry.isOnRequest()
        || !tooMany(entry, results).isEmpty()
        || (entry.leastGroups() > 0
            && by(entry.x().column(), Tables.rows(entry.from(), results)).size()
                < entry.leastGroups());
  }

  /** Returns what an entry has too many of to be drawn unasked, with the number; else nothing. */
  static String tooMany(Entry entry, Results results) {
    if (entry.mostPictures() > 0) {
      int pictures = byPicture(entry, Tables.rows(entry.from(), results)).size();
      return pictures > entry.mostPictures() ? pictures + " pictures" : "";
    }
    if (entry.mostSettings() == 0) {
      return "";
    }
    String table = entry.leastGroups() == 0 ? "runs" : entry.from();
    int settings = by("setting", Tables.rows(table, results)).size();
    return settings > entry.mostSettings() ? settings + " settings" : "";
  }

  Entry entry() {
    return entry;
  }

  /** Returns what policies and benchmarks are called. */
  DisplayNames names() {
    return results.view().names();
  }

  /** Returns the pictures of the entry; none when the results do not hold its table. */
  List<Picture> pictures() {
    List<Picture> pictures = new ArrayList<>();
    Map<String, List<Row>> of = byPicture(entry, Tables.rows(entry.from(), results));
    of.forEach(
        (value, some) -> {
          String file = of.size() > 1 ? name + "-" + fileName(value) : name;
          String own = entry.file() == null ? file : fileName(filled(entry.file(), some.get(0)));
          if (entry.arrange() == Entry.Arrange.PICTURES) {
            for (Entry.Y y : entry.y()) {
              String file1 = y.file() == null ? own : fileName(filled(y.file(), some.get(0)));
              pictures.addAll(new EntryPicture(this, file1, some, List.of(y)).pictures());
            }
          } else {
            pictures.addAll(new EntryPicture(this, own, some, entry.y()).pictures());
          }
        });
    return pictures;
  }

  private static Map<String, List<Row>> byPicture(Entry entry, List<Row> rows) {
    return by(
        row -> entry.picture().stream().map(row::text).collect(Collectors.joining(" ")), rows);
  }

  /** Groups rows in the order of the table; one group of all, if there are any, for no column. */
  static Map<String, List<Row>> by(String column, Collection<Row> rows) {
    return by(row -> column == null ? "" : row.text(column), rows);
  }

  private static Map<String, List<Row>> by(Function<Row, String> group, Collection<Row> rows) {
    return rows.stream()
        .collect(Collectors.groupingBy(group, LinkedHashMap::new, Collectors.toList()));
  }

  /** Returns the groups by category; where rows have none, as they are. */
  static List<String> ordered(Map<String, List<Row>> groups) {
    Map<String, String> categories = new HashMap<>();
    groups.forEach((group, of) -> categories.put(group, of.get(0).find(CATEGORY).orElse("")));
    List<String> order = Sharing.ordered(categories.values());
    return groups.keySet().stream()
        .sorted((a, b) -> order.indexOf(categories.get(a)) - order.indexOf(categories.get(b)))
        .toList();
  }

  static String fileName(String words) {
    return words.replaceAll("[^A-Za-z0-9]+", "-").replaceAll("^-|-$", "").toLowerCase(Locale.ROOT);
  }

  /** Fills in the values of a row; nothing for a column that older files do not have. */
  static String filled(String text, Row row) {
    Matcher placeholder = PLACEHOLDER.matcher(text);
    return placeholder.replaceAll(
        found -> Matcher.quoteReplacement(row.find(found.group(1)).orElse("")));
  }

  static boolean isDrawn(Row row, Entry.Y y) {
    return Double.isFinite(row.number(y.column()));
  }

  Baseline over(Entry.Y y) {
    return y.over() == Entry.Over.ALONE ? results.view().nonShared() : results.view().baseline();
  }

  private boolean isAsItIs(Entry.Y y) {
    return y.over() == null || (y.over() == Entry.Over.POLICY && !over(y).isOfPolicy());
  }

  DoubleUnaryOperator shown(Entry.Y y) {
    return isAsItIs(y) ? value -> value * y.times() : over(y)::of;
  }

  /** Returns the label of a vertical axis, which ends with the direction that is better. */
  String label(Entry.Y y, Row row) {
    Optional<Metric> metric =
        Summary.metrics().stream().filter(m -> m.path().equals(y.column())).findFirst();
    if (y.label() != null || metric.isEmpty()) {
      String label = filled(y.label(), row);
      return y.isDirected() ? label + Baseline.better(label) : label;
    }
    String words = isAsItIs(y) ? metric.get().heading() : over(y).label(metric.get().label());
    return words
        + switch (metric.get().better()) {
          case HIGHER -> Baseline.HIGHER;
          case LOWER -> Baseline.LOWER;
          case NEITHER -> "";
        };
  }
}
