package org.polyphony.results;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the policy uses an SM for from a cycle on.
 *
 * @param role a word of the policy; empty when it has none for the SM
 * @param quotas thread blocks that it wants of each workload, 0 or more
 */
public record SmUse(long cycle, int sm, String role, Map<String, Long> quotas) {
  /** Returns the uses of {@code roles.csv}, which has a row for each workload, in its order. */
  public static List<SmUse> read(CsvTable roles) {
    List<SmUse> uses = new ArrayList<>();
    for (int row = 0; row < roles.rows(); row++) {
      long cycle = (long) roles.number(row, ResultColumn.CYCLE);
      int sm = (int) roles.number(row, ResultColumn.SM);
      SmUse last = uses.isEmpty() ? null : uses.get(uses.size() - 1);
      if (last == null || last.cycle != cycle || last.sm != sm) {
        last = new SmUse(cycle, sm, roles.text(row, ResultColumn.ROLE), new LinkedHashMap<>());
        uses.add(last);
      }
      last.quotas.put(
          roles.text(row, ResultColumn.BENCHMARK), (long) roles.number(row, ResultColumn.QUOTA));
    }
    return uses;
  }

  /** Returns the role, with the workload where there is one only; without a role the workloads. */
  public String name() {
    List<String> wanted =
        quotas.entrySet().stream().filter(q -> q.getValue() != 0).map(Map.Entry::getKey).toList();
    String workloads = String.join(" + ", wanted);
    if (role.isEmpty() || wanted.isEmpty()) {
      return workloads;
    }
    return wanted.size() == 1 ? role + " " + workloads : role;
  }

  /** A use, to the cycle before which it holds. */
  public record Until(SmUse use, long to) {}

  /** Returns the uses but idle ones, in order, each to the next of its SM or the end of the run. */
  public static List<Until> spans(List<SmUse> uses, long end) {
    List<Until> spans = new ArrayList<>();
    Map<Integer, Long> next = new HashMap<>(); // cycle of the next use, by SM
    for (int i = uses.size() - 1; i >= 0; i--) {
      SmUse use = uses.get(i);
      Long until = next.put(use.sm(), use.cycle());
      long to = until == null ? end : until;
      if (to > use.cycle() && !use.isIdle()) {
        spans.add(0, new Until(use, to));
      }
    }
    return spans;
  }

  public boolean isIdle() {
    return quotas.values().stream().allMatch(quota -> quota == 0);
  }
}
