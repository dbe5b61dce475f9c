package org.polyphony.policy.partition.maestro;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.polyphony.policy.partition.PolicyDecision;
import org.polyphony.policy.partition.PolicyDecision.Share;
import org.polyphony.policy.partition.PolicyDecision.SmRole;

/**
 * What an epoch was like, noted at its end before anything is decided, for the decision's record.
 */
final class EpochRecord {
  private final int[] processes;
  private final Roles roles;
  private final Map<Candidate, List<Share>> shares = new EnumMap<>(Candidate.class);

  /**
   * Notes what each candidate was measured at.
   *
   * @param pair whose epoch has been stopped
   */
  EpochRecord(KernelPair pair, int[] processes, Roles roles, Grants grants) {
    this.processes = processes;
    this.roles = roles;
    for (Candidate candidate : Candidate.values()) {
      List<Share> ofCandidate = new ArrayList<>();
      for (int side = 0; side < processes.length; side++) {
        Role role = candidate.role(side);
        ofCandidate.add(
            roles.count(role) == 0
                ? Share.untried(processes[side])
                : new Share(
                    processes[side],
                    grants.partition(role).of(side),
                    pair.epoch().ipc(role, side)));
      }
      shares.put(candidate, ofCandidate);
    }
  }

  List<PolicyDecision.Candidate> candidates(Scores scores) {
    List<PolicyDecision.Candidate> candidates = new ArrayList<>();
    shares.forEach(
        (candidate, share) ->
            candidates.add(
                new PolicyDecision.Candidate(candidate.label(), scores.of(candidate), share)));
    return candidates;
  }

  /** Returns the role of each SM of the device; those of other groups have none. */
  List<SmRole> roles(int deviceSms, int[] sms) {
    SmRole ofOthers = new SmRole("", SmRole.SHARED);
    List<SmRole> all = new ArrayList<>(Collections.nCopies(deviceSms, ofOthers));
    for (int i = 0; i < sms.length; i++) {
      Role role = roles.of(i);
      int owner = role.isDedicated() ? processes[role == Role.dedicated(0) ? 0 : 1] : SmRole.SHARED;
      all.set(sms[i], new SmRole(role.label(), owner));
    }
    return all;
  }

  /** Returns what a decision counts as. Source: GPU Maestro Figure 13. */
  static List<String> outcomes(Candidate winner, int fromEven) {
    if (winner == Candidate.SPATIAL) {
      return List.of(PolicyDecision.SPATIAL);
    }
    if (fromEven == 0) {
      return List.of("smkEven");
    }
    return Math.abs(fromEven) == 1 ? List.of("smkOther", "smkOtherByOne") : List.of("smkOther");
  }
}
