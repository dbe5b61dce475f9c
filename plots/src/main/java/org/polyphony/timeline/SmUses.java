package org.polyphony.timeline;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.polyphony.plot.CsvTable;

/** What the policy used each SM for, from {@code roles.csv}. */
final class SmUses {
  private SmUses() {}

  /** Puts the uses on the tracks of their SMs. */
  static void addTo(Schedule schedule, CsvTable roles) {
    Map<Integer, Map<String, Long>> quotas = new TreeMap<>(); // of the rows that belong together
    for (int row = 0; row < roles.rows(); row++) {
      int sm = (int) roles.number(row, "sm");
      quotas
          .computeIfAbsent(sm, s -> new LinkedHashMap<>())
          .put(roles.text(row, "benchmark"), (long) roles.number(row, "quota"));
      boolean isLast = row + 1 == roles.rows() || isOther(roles, row, row + 1);
      if (isLast) {
        add(
            schedule,
            (long) roles.number(row, "cycle"),
            sm,
            roles.text(row, "role"),
            quotas.remove(sm));
      }
    }
  }

  private static boolean isOther(CsvTable roles, int row, int next) {
    return !roles.text(row, "sm").equals(roles.text(next, "sm"))
        || !roles.text(row, "cycle").equals(roles.text(next, "cycle"));
  }

  private static void add(
      Schedule schedule, long cycle, int sm, String role, Map<String, Long> quotas) {
    Track track = Track.role(sm);
    String name = name(role, quotas);
    schedule.at(
        cycle,
        (tracks, now) -> {
          tracks.endAll(now, track);
          if (!name.isEmpty()) {
            tracks.begin(now, track, name, quotas);
          }
        });
  }

  /** Returns the role, with the workload where there is one only; without a role the workloads. */
  private static String name(String role, Map<String, Long> quotas) {
    Map<String, Long> wanted = new LinkedHashMap<>(quotas);
    wanted.values().removeIf(quota -> quota == 0);
    String workloads = String.join(" + ", wanted.keySet());
    if (role.isEmpty() || wanted.isEmpty()) {
      return workloads;
    }
    return wanted.size() == 1 ? role + " " + workloads : role;
  }
}
