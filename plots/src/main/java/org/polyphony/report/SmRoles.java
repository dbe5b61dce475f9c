package org.polyphony.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.polyphony.plot.CsvTable;

/** What the policy used each SM for, from {@code roles.csv}. */
final class SmRoles {
  /** A role is a policy's word; those that it lists here have their looks in this order. */
  private static final List<String> KNOWN =
      List.of("follower", "more", "fewer", "dedicated", "spatial");

  private static final int LOOKS = 8;

  private final Set<String> roles = new LinkedHashSet<>();
  private final List<TimeMap.Cell> cells = new ArrayList<>();

  /** What an SM is used for from a cycle on; quotas by workload. */
  private record Use(long cycle, String role, Map<String, Long> quotas) {}

  /** Reads the uses of a run that ends in a cycle. */
  SmRoles(CsvTable csv, long end) {
    Map<Integer, Use> open = new LinkedHashMap<>(); // by SM
    for (int row = 0; row < csv.rows(); row++) {
      int sm = (int) csv.number(row, "sm");
      long cycle = (long) csv.number(row, "cycle");
      Use use = open.get(sm);
      if (use == null || use.cycle() != cycle) {
        close(sm, use, cycle);
        open.put(sm, new Use(cycle, csv.text(row, "role"), new LinkedHashMap<>()));
      }
      open.get(sm).quotas().put(csv.text(row, "benchmark"), (long) csv.number(row, "quota"));
    }
    open.forEach((sm, use) -> close(sm, use, end));
  }

  private void close(int sm, Use use, long end) {
    if (use == null || end <= use.cycle() || use.quotas().values().stream().allMatch(q -> q == 0)) {
      return;
    }
    roles.add(use.role());
    List<String> words = new ArrayList<>();
    use.quotas().forEach((workload, quota) -> words.add(workload + " " + quota));
    String text = (use.role().isEmpty() ? "" : use.role() + ", ") + String.join(", ", words);
    cells.add(new TimeMap.Cell(use.cycle(), end, sm, look(use.role()), 1, text));
  }

  private String look(String role) {
    if (role.isEmpty()) {
      return "role-none";
    }
    int known = KNOWN.indexOf(role);
    int place =
        known >= 0
            ? known
            : KNOWN.size() + roles.stream().filter(r -> !KNOWN.contains(r)).toList().indexOf(role);
    return "role-" + place % LOOKS;
  }

  List<TimeMap.Cell> cells() {
    return cells;
  }

  List<TimeMap.Look> looks() {
    return roles.stream()
        .map(role -> new TimeMap.Look(look(role), role.isEmpty() ? "no role" : role))
        .toList();
  }
}
