package org.polyphony.policy.partition.maestro;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.dispatch.Occupancy;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.input.Key;
import org.polyphony.input.Violation;
import org.polyphony.policy.partition.DeviceView;
import org.polyphony.policy.partition.Objective;
import org.polyphony.policy.partition.PartitionPolicy;
import org.polyphony.policy.partition.PolicyDecision;
import org.polyphony.policy.partition.PolicyKind;

/**
 * GPU Maestro: searches for the best partition, spatial or SMK, by measuring several at once. In
 * each epoch, dedicated SMs run one kernel each, and trial SMs hold one thread block of the trial
 * kernel more or fewer than follower SMs. The partition that is best by the objective becomes the
 * followers' next one. Source: GPU Maestro section 4.1.
 *
 * <p>Where the paper is silent: an epoch interrupted because a kernel has nothing left to launch
 * resumes when the same two kernels launch again (DEVIATIONS.md 59); valid measurements (81, 82);
 * small grids on dedicated SMs (83); more than two kernels run as pairs, each on its own SMs or on
 * its part of all SMs (section 4.2), where a dedicated SM is one whose part runs one kernel. Groups
 * of fewer than {@value KernelPair#LEAST_SMS} SMs, and kernels that do not fit on one SM together,
 * are divided evenly without measuring.
 */
public final class Maestro implements PartitionPolicy {
  public static final PolicyKind<?> KIND =
      new PolicyKind<>(
          "maestro",
          "the best partition, spatial or SMK, found by measuring several side by side",
          "GPU Maestro section 4",
          Parameters.class,
          Maestro::new);

  private final Parameters parameters;
  private final History history;
  private final List<PolicyDecision> log = new ArrayList<>();
  private PairAssignment assignment; // created on the first call
  private SmGroup[] groups = {};

  /** Speeds alone: warp, then thread instructions per million cycles of an SM, by process. */
  public void given(List<Integer> speeds) {
    history.given(speeds);
  }

  public Maestro(Parameters parameters) {
    this.parameters = parameters;
    this.history = new History(parameters.history());
  }

  /** The parameters of the policy. */
  public record Parameters(
      @Key(
              value = Objective.MEANING,
              oneOf = {"antt", "stp"},
              absent = "antt")
          Objective objective,
      @Key(value = "time between decisions", unit = "core cycles", min = 1, absent = "50000")
          int epochCycles,
      @Key(
              value = "trial SMs, which test one thread block more or fewer",
              min = 1,
              max = 256,
              absent = "2")
          int trialSms,
      @Key(
              value = "epochs after which released dedicated SMs are reassigned",
              min = 1,
              absent = "100")
          int dedicatedRefreshEpochs,
      @Key(
              value = "whether kernels start from the shares of an earlier SMK phase of the run",
              absent = "true")
          boolean history,
      @Key(value = "whether dedicated SMs become followers in steady state", absent = "true")
          boolean releaseDedicated,
      @Key(
              value =
                  "SMs that return to SMK when it wins: one per kernel and decision, or all but one"
                      + " each at once",
              oneOf = {"one", "all"},
              absent = "one")
          String spatialReturn,
      @Key(
              value =
                  "an epoch starts once the wanted partition is in place, at the latest after this"
                      + " many times epochCycles",
              min = 1,
              absent = "4")
          int patienceEpochs,
      @Key(value = "relative change of dedicated IPC that counts as stable", absent = "0.05")
          double steadyTolerance,
      @Key(
              value =
                  "how pairs share the device with more than two kernels: on separate SMs"
                      + " (spatial), or on equal parts of all SMs (2n-way)",
              oneOf = {"spatial", "2n-way"},
              absent = "spatial")
          String pairs,
      @Key(
              value = "how the progress of a kernel under spatial multitasking is estimated",
              oneOf = {"share", "growth", "scaling", "tried"},
              absent = "share")
          String spatialScore,
      @Key(
              value = "whether speeds alone are given by runs alone instead of dedicated SMs",
              absent = "false")
          boolean givenSolo,
      @Key(
              value = "epochs after which tried spatial multitasking is left again",
              min = 1,
              absent = "20")
          int triedEpochs) {
    boolean tries() {
      return spatialScore.equals("tried");
    }

    boolean returnAtOnce() {
      return spatialReturn.equals("all");
    }

    boolean sharesSms() {
      return pairs.equals("2n-way");
    }
  }

  @Override
  public List<Violation> violations(GpuConfig gpu, int processes) {
    return new Violation.Checks()
        .between(1, gpu.sms(), "trialSms", parameters.trialSms())
        .require(
            processes <= 2 * gpu.sms(),
            "workloads",
            processes,
            "at most two per SM of " + gpu.sms())
        .violations();
  }

  @Override
  public boolean decides() {
    return true;
  }

  @Override
  public String obstacle(GpuConfig gpu, int processes) {
    int pairs = parameters.sharesSms() ? 1 : (processes + 1) / 2;
    return gpu.sms() / pairs >= KernelPair.LEAST_SMS
        ? ""
        : "it measures on %d SMs or more for each pair of kernels, and the GPU has %d for %d"
            .formatted(KernelPair.LEAST_SMS, gpu.sms(), pairs);
  }

  @Override
  public String objective() {
    return parameters.objective().word();
  }

  @Override
  public int epochCycles() {
    return parameters.epochCycles();
  }

  @Override
  public List<PolicyDecision> decisions() {
    return Collections.unmodifiableList(log);
  }

  @Override
  public String role(int sm) {
    Set<String> roles = new LinkedHashSet<>();
    for (SmGroup group : groups) {
      if (group.has(sm) && !group.role(sm).isEmpty()) {
        roles.add(group.role(sm));
      }
    }
    return String.join("/", roles);
  }

  @Override
  public long partition(long cycle, DeviceView device, Quotas quotas) {
    if (assignment == null) {
      makeGroups(device);
    }
    boolean[] active = new boolean[groups.length];
    for (int process = 0; process < device.processes(); process++) {
      int row = device.running(process);
      if (row != DeviceView.NONE) {
        active[groupOf(process)] = true;
        quotas.setOnAll(row, 0);
      }
    }
    int parts = parts(device, active);
    int[] groupOfSm = assignment.deal(active);
    long due = NEVER;
    for (int group = 0; group < groups.length; group++) {
      int[] sms = parts > 1 ? allSms(device) : PairAssignment.smsOf(group, groupOfSm);
      due = Math.min(due, groups[group].partition(cycle, device, quotas, sms, parts));
    }
    return due;
  }

  /** Returns into how many parts SMs are divided: 1 if pairs have their own SMs. */
  private int parts(DeviceView device, boolean[] active) {
    int pairs = 0;
    for (boolean each : active) {
      pairs += each ? 1 : 0;
    }
    if (!parameters.sharesSms() || pairs < 2) {
      return 1;
    }
    boolean fits = true;
    SmConfig part = device.config().sm().part(pairs);
    for (int process = 0; process < device.processes(); process++) {
      int row = device.running(process);
      fits &= row == DeviceView.NONE || Occupancy.of(part, device.need(row)).threadBlocks() > 0;
    }
    return fits ? pairs : 1;
  }

  private static int[] allSms(DeviceView device) {
    return IntStream.range(0, device.config().sms()).toArray();
  }

  private void makeGroups(DeviceView device) {
    assignment = new PairAssignment(device.config().sms(), device.processes());
    groups = new SmGroup[assignment.groups()];
    for (int group = 0; group < groups.length; group++) {
      groups[group] = new SmGroup(parameters, assignment.processes(group), history, log);
    }
  }

  private static int groupOf(int process) {
    return process / PairAssignment.PAIR;
  }
}
