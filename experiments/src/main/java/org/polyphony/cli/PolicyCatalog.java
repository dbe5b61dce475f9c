package org.polyphony.cli;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
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
  /**
   * What a key of configs can name.
   *
   * @param list argument of {@code list}
   */
  private record OfKey(String list, String key, List<PolicyDescription> known) {}

  private PolicyCatalog() {}

  private static List<OfKey> all() {
    return List.of(
        new OfKey("policies", "policy", PartitionPolicies.descriptions()),
        new OfKey("schedulers", "warpScheduler", WarpSchedulers.withinKernel()),
        new OfKey("schedulers", "kernelScheduler", WarpSchedulers.betweenKernels()),
        new OfKey("preemptions", "preemption", Preemptions.list()),
        new OfKey(
            "parts", "replacement of l1d, l2, constantCache", ofParts(ReplacementPolicies.KIND)),
        new OfKey("parts", "dram.scheduler", ofParts(DramSchedulers.KIND)),
        new OfKey("parts", "arbiter of crossbar, l2", ofParts(Arbiters.KIND)),
        new OfKey("parts", "prefetcher of l1d, l2", ofParts(Prefetchers.KIND)),
        new OfKey("schedulers", "host scheduler", SchedulerConfig.descriptions()));
  }

  /** Returns what {@code list} shows, with the keys where there are several. */
  static List<Entry> list(String list) {
    List<OfKey> keys = all().stream().filter(of -> of.list.equals(list)).toList();
    List<Entry> entries = new ArrayList<>();
    for (OfKey of : keys) {
      String key = keys.size() == 1 ? "" : of.key + ": ";
      of.known.forEach(
          each -> entries.add(new Entry(each.name(), key + each.line(), each.source())));
    }
    return entries;
  }

  static Stream<String> names() {
    return all().stream().flatMap(of -> of.known.stream()).map(PolicyDescription::name);
  }

  static List<PolicyDescription> ofParts(PartKind<?, ?> kind) {
    return kind.bundled().stream()
        .map(part -> new PolicyDescription(part.name(), part.line(), part.source(), part.keys()))
        .toList();
  }

  static String describe(String name) {
    StringBuilder text = new StringBuilder();
    for (OfKey of : all()) {
      of.known.stream()
          .filter(policy -> policy.name().equals(name))
          .forEach(policy -> append(text, of.key, policy));
    }
    return text.toString();
  }

  private static String line(RecordComponent parameter) {
    Key key = parameter.getAnnotation(Key.class);
    String unit = key.unit().isEmpty() ? "" : key.unit() + ", ";
    String absent = parameter.getType() == List.class ? "" : "; default " + key.absent();
    return "  %s: %s (%s%s%s)%n"
        .formatted(parameter.getName(), key.value(), unit, KeyRule.of(parameter).allowed(), absent);
  }

  private static void append(StringBuilder text, String key, PolicyDescription policy) {
    text.append(policy.name()).append(" (").append(key).append(")\n");
    text.append(Sentences.wrapped(policy.line(), "  "));
    policy.parameters().forEach(parameter -> text.append(line(parameter)));
    text.append("  source: ").append(policy.source()).append('\n');
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
