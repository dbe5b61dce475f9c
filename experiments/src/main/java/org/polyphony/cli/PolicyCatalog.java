package org.polyphony.cli;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.config.SchedulerConfig;
import org.polyphony.gpu.part.PartKind;
import org.polyphony.gpu.part.arbitration.Arbiters;
import org.polyphony.gpu.part.dram.DramSchedulers;
import org.polyphony.gpu.part.prefetch.Prefetchers;
import org.polyphony.gpu.part.replacement.ReplacementPolicies;
import org.polyphony.input.Key;
import org.polyphony.input.KeyRule;
import org.polyphony.policy.PolicyDescription;
import org.polyphony.policy.preemption.Preemptions;
import org.polyphony.policy.registry.PartitionPolicies;
import org.polyphony.policy.warp.WarpSchedulers;
import org.polyphony.results.table.Sentences;

/** Policies, schedulers and hardware parts in words. */
final class PolicyCatalog {
  private static final String OF_HOST = "host scheduler";

  /** Kinds of hardware parts by their keys. */
  private static final Map<String, PartKind<?, ?>> PARTS = kindsOfParts();

  private PolicyCatalog() {}

  private static Map<String, PartKind<?, ?>> kindsOfParts() {
    Map<String, PartKind<?, ?>> kinds = new LinkedHashMap<>();
    kinds.put("replacement of l1d, l2, constantCache", ReplacementPolicies.KIND);
    kinds.put("dram.scheduler", DramSchedulers.KIND);
    kinds.put("arbiter of crossbar, l2", Arbiters.KIND);
    kinds.put("prefetcher of l1d, l2", Prefetchers.KIND);
    return kinds;
  }

  static List<Entry> policies() {
    return PartitionPolicies.descriptions().stream().map(d -> entry("", d)).toList();
  }

  static List<Entry> schedulers() {
    List<Entry> entries = new ArrayList<>();
    WarpSchedulers.withinKernel().forEach(d -> entries.add(entry("warpScheduler: ", d)));
    WarpSchedulers.betweenKernels().forEach(d -> entries.add(entry("kernelScheduler: ", d)));
    SchedulerConfig.descriptions().forEach(d -> entries.add(entry(OF_HOST + ": ", d)));
    return entries;
  }

  static List<Entry> preemptions() {
    return Preemptions.list().stream().map(d -> entry("", d)).toList();
  }

  static List<Entry> parts() {
    List<Entry> entries = new ArrayList<>();
    PARTS.forEach(
        (key, kind) -> ofParts(kind).forEach(part -> entries.add(entry(key + ": ", part))));
    return entries;
  }

  static List<PolicyDescription> ofParts(PartKind<?, ?> kind) {
    return kind.bundled().stream()
        .map(part -> new PolicyDescription(part.name(), part.line(), part.source(), part.keys()))
        .toList();
  }

  private static Entry entry(String key, PolicyDescription policy) {
    return new Entry(policy.name(), key + policy.line(), policy.source());
  }

  static String describe(String name) {
    StringBuilder text = new StringBuilder();
    append(text, "policy", PartitionPolicies.descriptions(), name);
    append(text, "warpScheduler", WarpSchedulers.withinKernel(), name);
    append(text, "kernelScheduler", WarpSchedulers.betweenKernels(), name);
    append(text, "preemption", Preemptions.list(), name);
    PARTS.forEach((key, kind) -> append(text, key, ofParts(kind), name));
    append(text, OF_HOST, SchedulerConfig.descriptions(), name);
    return text.toString();
  }

  private static String line(RecordComponent parameter) {
    Key key = parameter.getAnnotation(Key.class);
    String unit = key.unit().isEmpty() ? "" : key.unit() + ", ";
    String absent = parameter.getType() == List.class ? "" : "; default " + key.absent();
    return "  %s: %s (%s%s%s)%n"
        .formatted(parameter.getName(), key.value(), unit, KeyRule.of(parameter).allowed(), absent);
  }

  private static void append(
      StringBuilder text, String key, List<PolicyDescription> known, String name) {
    for (PolicyDescription policy : known) {
      if (policy.name().equals(name)) {
        text.append(name).append(" (").append(key).append(")\n");
        text.append(Sentences.wrapped(policy.line(), "  "));
        policy.parameters().forEach(parameter -> text.append(line(parameter)));
        text.append("  source: ").append(policy.source()).append('\n');
      }
    }
  }

  /**
   * Something that a config can name.
   *
   * @param name in configs
   * @param about what it does, in one line
   * @param source paper and section, or what else it is taken from
   */
  record Entry(String name, String about, String source) {}
}
