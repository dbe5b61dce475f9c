package org.polyphony.study.maestro;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.polyphony.config.GpuConfigs;
import org.polyphony.plot.GeometricMean;
import org.polyphony.store.Json;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.FigureData;
import org.polyphony.study.pairs.Conditions;
import org.polyphony.study.pairs.Pair;
import org.polyphony.study.pairs.PairSample;
import org.polyphony.study.pairs.Variant;
import org.polyphony.study.sample.PairStudy;
import org.polyphony.text.GroupMean;
import org.polyphony.text.Table;
import org.polyphony.workload.kernel.BundledModels;

/**
 * Ablation of the paper's device: one assumption at a time is replaced by that of {@code gtx980},
 * under the policies of GPU Maestro Figure 11. {@code switches.json} lists the assumptions.
 */
final class Switches {
  private static final List<PairStudy.Shown> SHOWN =
      List.of(
          new PairStudy.Shown("spatial-even", Variant.SPATIAL_EVEN),
          new PairStudy.Shown("smk-even", Variant.SMK_EVEN),
          new PairStudy.Shown("maestro", Variant.MAESTRO));
  private static final List<Variant> VARIANTS =
      SHOWN.stream().map(PairStudy.Shown::variant).toList();

  /** Pairs that run under all assumptions before the next ones start: one per category. */
  private static final int TOGETHER = 3;

  static final Figure FIGURE = new Figure("switches", VARIANTS, Switches::reproduce);

  static final Table<Row> TABLE =
      new Table<Row>("switches.csv")
          .text("assumption", row -> row.of.name)
          .text("pair", row -> row.pair.label())
          .text("category", row -> row.pair.category().label())
          .text("policy", row -> row.shown.label())
          .text("stp", row -> row.value(PairStudy.Metric.STP))
          .text("antt", row -> row.value(PairStudy.Metric.ANTT));

  /** A device that differs from the paper's in one assumption, in none, or in all. */
  private record Setting(String name, String about, PairStudy study) {
    GeometricMean mean(List<Pair> pairs, PairStudy.Shown shown, PairStudy.Metric metric) {
      return study.overall(pairs, metric.of(shown.variant()));
    }

    Stream<GroupMean> bars(List<Pair> pairs) {
      return Stream.of(PairStudy.Metric.values())
          .flatMap(
              metric ->
                  SHOWN.stream()
                      .map(
                          shown ->
                              study.bar(
                                  pairs,
                                  metric,
                                  name,
                                  shown,
                                  mean(pairs, shown, metric),
                                  Double.NaN)));
    }
  }

  /** A pair on a device under a policy. */
  record Row(Setting of, Pair pair, PairStudy.Shown shown) {
    double value(PairStudy.Metric metric) {
      return of.study.mean(pair, metric.of(shown.variant())).mean();
    }
  }

  private Switches() {}

  private static void reproduce(Figure figure, FigureContext context) {
    List<Setting> settings = new ArrayList<>();
    for (Map.Entry<String, JsonNode> each : FigureData.read("switches.json").properties()) {
      PairStudy study =
          new PairStudy(
              FIGURE.name(),
              context,
              conditions(each.getValue()),
              PairSample.of(BundledModels.names()));
      settings.add(new Setting(each.getKey(), each.getValue().path("about").asText(), study));
    }
    int most = context.effort().pairs();
    for (int pairs = Math.min(TOGETHER, most); pairs < most; pairs += TOGETHER) {
      run(settings, pairs, context);
    }
    run(settings, most, context);
    if (context.stop().isRequested()) {
      return;
    }
    List<Pair> pairs = new ArrayList<>(settings.get(0).study.pairs(VARIANTS));
    settings.forEach(setting -> pairs.retainAll(setting.study.pairs(VARIANTS)));
    if (!pairs.isEmpty()) {
      report(figure, context, settings, pairs);
    }
  }

  private static void run(List<Setting> settings, int pairs, FigureContext context) {
    for (Setting setting : settings) {
      if (!context.stop().isRequested()) {
        setting.study.run(VARIANTS, pairs);
        setting.study.failIfAny();
      }
    }
  }

  private static Conditions conditions(JsonNode assumption) {
    if (assumption.has("device")) {
      return new Conditions(assumption.get("device").asText(), Conditions.COMPILED);
    }
    String order = assumption.path("order").asText(Conclusions.PAPER.order());
    if (!assumption.has("gpu") && !assumption.has("like")) {
      return new Conditions(Conclusions.PAPER.gpu(), order);
    }
    ObjectNode gpu = Json.object();
    gpu.set("extends", Conclusions.PAPER.gpu());
    if (assumption.has("gpu")) {
      gpu.setAll((ObjectNode) assumption.get("gpu"));
    }
    assumption.path("like").forEach(key -> takeOver(JsonPointer.compile(key.asText()), gpu));
    return new Conditions(gpu, order);
  }

  /** Copies a value of {@code gtx980} to a device. */
  private static void takeOver(JsonPointer key, ObjectNode gpu) {
    JsonNode value = GpuConfigs.described(PairStudy.GPU).at(key);
    gpu.withObject(key.head()).set(key.last().getMatchingProperty(), value);
  }

  private static void report(
      Figure figure, FigureContext context, List<Setting> settings, List<Pair> pairs) {
    TABLE.write(context.folder(), rows(settings, pairs));
    GroupMean.TABLE.write(context.folder(), settings.stream().flatMap(each -> each.bars(pairs)));
    Table<Setting> averages = new Table<Setting>().text("assumption", Setting::name);
    for (PairStudy.Metric metric : PairStudy.Metric.values()) {
      for (PairStudy.Shown shown : SHOWN) {
        String name = metric.name() + " " + shown.label();
        averages =
            averages.percent(name, "%+.1f%%", each -> each.mean(pairs, shown, metric).mean() - 1);
      }
    }
    String text =
        settings.get(0).study.sampling(pairs)
            + "\n"
            + averages.markdown(settings)
            + "\n"
            + new Table<Setting>()
                .text("assumption", Setting::name)
                .text("what it is", Setting::about)
                .markdown(settings);
    figure.finish(context, text, averages.lines(settings));
  }

  private static Stream<Row> rows(List<Setting> settings, List<Pair> pairs) {
    return settings.stream()
        .flatMap(
            setting ->
                pairs.stream()
                    .flatMap(pair -> SHOWN.stream().map(shown -> new Row(setting, pair, shown))));
  }
}
