package org.polyphony.study.engine;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.polyphony.config.Quantity;
import org.polyphony.input.Keys;
import org.polyphony.results.statistics.MeanInterval;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.results.table.GroupMean;
import org.polyphony.results.table.LongTable;
import org.polyphony.results.table.Row;
import org.polyphony.results.table.Table;
import org.polyphony.study.engine.Quantities.Outcomes;

/**
 * STP and ANTT of each pair of benchmarks, and the ratios between each two variants, paired by pair
 * and seed.
 *
 * @param complete what all variants have finished
 * @param variants their names, in order
 */
record PairTables(Quantities complete, List<String> variants) {
  /** Mean of each pair over its seeds. */
  static final Table<Repeats> PAIRS =
      new Table<Repeats>("pairs.csv")
          .text("pair", of -> of.first().text("pair"))
          .text("category", of -> of.first().text("category"))
          .text("variant", of -> of.first().text("variant"))
          .text("stp", of -> of.mean("stp").mean())
          .text("antt", of -> of.mean("antt").mean())
          .text("seeds", of -> of.rows.size())
          .text("stpLow", of -> of.mean("stp").low())
          .text("stpHigh", of -> of.mean("stp").high())
          .text("anttLow", of -> of.mean("antt").low())
          .text("anttHigh", of -> of.mean("antt").high());

  /** Ratios of all variants. */
  static final Table<Ratio> RATIOS =
      new Table<Ratio>("ratios.csv")
          .text("set", ratio -> ratio.group.set)
          .text("category", ratio -> ratio.group.category)
          .text("metric", Ratio::metric)
          .text("policy", Ratio::variant)
          .text("over", Ratio::other)
          .text("pairs", ratio -> ratio.outcomes.size())
          .text("ratio", ratio -> ratio.mean.value())
          .text("low", ratio -> ratio.mean.number().low())
          .text("high", ratio -> ratio.mean.number().high())
          .text("wins", ratio -> ratio.isStp() ? ratio.outcomes.above() : ratio.outcomes.below())
          .text("ties", ratio -> ratio.outcomes.ties())
          .text("losses", ratio -> ratio.isStp() ? ratio.outcomes.below() : ratio.outcomes.above());

  private static final String STP = "STP";

  /** The runs of a pair under a variant, which differ in seed. */
  record Repeats(List<Row> rows) {
    Row first() {
      return rows.get(0);
    }

    MeanInterval mean(String metric) {
      return MeanInterval.of(rows.stream().mapToDouble(row -> row.number(metric)).toArray());
    }
  }

  /** Pairs that are compared together. */
  private record Group(String set, String category) {
    boolean has(Row row) {
      return row.text("part").equals(set)
          && (category.equals(GroupMean.ALL) || row.text("category").equals(category));
    }
  }

  /** A comparison of two variants on some pairs. */
  record Ratio(
      Group group, String metric, String variant, String other, Measured mean, Outcomes outcomes) {
    boolean isStp() {
      return metric.equals(STP);
    }
  }

  static PairTables of(LongTable table, List<String> variants) {
    Predicate<Row> isComplete = row -> !row.text(Quantities.COMPLETE).equals("no");
    return new PairTables(Quantities.of(table.where(isComplete), List.of()), variants);
  }

  void write(OutputFolder folder) {
    PAIRS.write(folder, complete.table().runs().byMember().stream().map(Repeats::new));
    RATIOS.write(folder, groups().stream().flatMap(group -> ratios(group).stream()));
  }

  private List<Group> groups() {
    Set<String> sets = new LinkedHashSet<>();
    Set<String> categories = new TreeSet<>();
    for (Row row : complete.table().rows()) {
      sets.add(row.text("part"));
      categories.add(row.text("category"));
    }
    List<Group> groups = new ArrayList<>();
    for (String set : sets) {
      groups.add(new Group(set, GroupMean.ALL));
      for (String category : categories) {
        Group group = new Group(set, category);
        if (complete.table().rows().stream().anyMatch(group::has)) {
          groups.add(group);
        }
      }
    }
    return groups;
  }

  /** Returns the ratios of each variant over each one before it. */
  private List<Ratio> ratios(Group group) {
    List<Ratio> ratios = new ArrayList<>();
    for (String metric : List.of(STP, "ANTT")) {
      for (int variant = 1; variant < variants.size(); variant++) {
        for (int other = 0; other < variant; other++) {
          ratios.add(ratio(group, metric, variants.get(variant), variants.get(other)));
        }
      }
    }
    return ratios;
  }

  private Ratio ratio(Group group, String metric, String variant, String other) {
    String column = metric.toLowerCase(Locale.ROOT);
    List<String> over = List.of("variant = " + other);
    Map<String, Object> keys = Map.of("of", column, "over", over, "by", "geomean");
    Predicate<Row> isCompared = row -> row.text("variant").equals(variant) && group.has(row);
    Measured mean = complete.measure(Keys.bind(Quantity.class, keys), isCompared);
    return new Ratio(group, metric, variant, other, mean, Outcomes.of(mean.drawn()));
  }
}
