package org.polyphony.policy.partition.maestro;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.polyphony.gpu.Quotas;

/** What an epoch was like, as texts for its record. */
final class EpochText {
  private EpochText() {}

  /** Returns a character for each SM of the device, a dot for those of other groups. */
  static String roles(int deviceSms, int[] sms, Roles roles, int[] processes) {
    char[] text = new char[deviceSms];
    Arrays.fill(text, '.');
    for (int i = 0; i < sms.length; i++) {
      text[sms[i]] = roles.of(i).symbol(processes);
    }
    return new String(text);
  }

  /** Returns the thread blocks that a kernel may have on an SM of each role there is. */
  static String partitions(KernelPair pair, Roles roles, int side) {
    List<String> texts = new ArrayList<>();
    for (Role role : Role.ALL) {
      if (concerns(role, side, roles)) {
        int quota = pair.quota(role, side);
        texts.add(role.label() + "=" + (quota == Quotas.UNLIMITED ? "all" : quota));
      }
    }
    return String.join(" ", texts);
  }

  /** Returns the IPC of a kernel on an SM of each role there was. */
  static String measured(KernelPair pair, Roles roles, int side) {
    List<String> texts = new ArrayList<>();
    for (Role role : Role.ALL) {
      if (concerns(role, side, roles)) {
        double ipc = pair.epoch().ipc(role, side);
        texts.add(String.format(Locale.ROOT, "%s=%.3f", role.label(), ipc));
      }
    }
    return String.join(" ", texts);
  }

  private static boolean concerns(Role role, int side, Roles roles) {
    return roles.count(role) > 0 && (!role.isDedicated() || role == Role.dedicated(side));
  }

  /** Returns what a decision counts as. Source: GPU Maestro Figure 13. */
  static List<String> outcomes(Candidate winner, int fromEven) {
    if (winner == Candidate.SPATIAL) {
      return List.of("spatial");
    }
    if (fromEven == 0) {
      return List.of("smkEven");
    }
    return Math.abs(fromEven) == 1 ? List.of("smkOther", "smkOtherByOne") : List.of("smkOther");
  }
}
