package org.polyphony.report;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.results.SmUse;

/** What the policy used each SM for, as cells of a map. */
final class SmRoles {
  /** A role is a policy's word; those that it lists here have their looks in this order. */
  private static final List<String> KNOWN =
      List.of("follower", "more", "fewer", "dedicated", "spatial");

  private static final int LOOKS = 8;

  private final List<String> roles; // those that occur
  private final List<TimeMap.Cell> cells = new ArrayList<>();

  /** Takes the uses of a run that ends in a cycle. */
  SmRoles(List<SmUse> uses, long end) {
    roles = uses.stream().filter(use -> !use.isIdle()).map(SmUse::role).distinct().toList();
    for (SmUse.Until span : SmUse.spans(uses, end)) {
      SmUse use = span.use();
      List<String> words = new ArrayList<>(use.role().isEmpty() ? List.of() : List.of(use.role()));
      use.quotas().forEach((workload, quota) -> words.add(workload + " " + quota));
      String text = String.join(", ", words);
      cells.add(new TimeMap.Cell(use.cycle(), span.to(), use.sm(), look(use.role()), 1, text));
    }
  }

  private String look(String role) {
    if (role.isEmpty()) {
      return "role-none";
    }
    int known = KNOWN.indexOf(role);
    List<String> others = roles.stream().filter(r -> !KNOWN.contains(r)).toList();
    return "role-" + (known >= 0 ? known : KNOWN.size() + others.indexOf(role)) % LOOKS;
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
