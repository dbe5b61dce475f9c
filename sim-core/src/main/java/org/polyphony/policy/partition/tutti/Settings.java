package org.polyphony.policy.partition.tutti;

import java.util.List;
import org.polyphony.input.Violation;
import org.polyphony.policy.Parameter;
import org.polyphony.policy.partition.Objective;
import org.polyphony.policy.partition.PolicyParameters;

/**
 * Parameters of the policy, as {@link #PARAMETERS} describes them. A flag that is false switches a
 * mechanism off.
 */
record Settings(
    Objective objective,
    double leastProgress,
    long measureCycles,
    double trialShare,
    double firstStep,
    double margin,
    int restEpochs,
    int patienceCycles,
    boolean tryNeighbours,
    boolean trySpatial,
    boolean confirm,
    boolean holdRoom,
    boolean remember) {
  private static final Parameter<Double> LEAST_PROGRESS =
      Parameter.number(
          "leastProgress",
          0,
          "progress that every kernel should make, as a share of its speed alone: partitions score"
              + " worse in proportion to what the slowest kernel lacks");
  private static final Parameter<Integer> MEASURE_CYCLES =
      Parameter.count(
          "measureCycles", 50_000, "core cycles", "time that an epoch measures before it decides");
  private static final Parameter<Double> TRIAL_SHARE =
      Parameter.number("trialShare", 0.2, "share of the SMs that try each neighbour, at most 0.25");
  private static final Parameter<Double> FIRST_STEP =
      Parameter.number(
          "firstStep",
          0.3,
          "distance of the first neighbours, as a share of a kernel's even thread blocks; halved"
              + " until it is one thread block");
  private static final Parameter<Double> MARGIN =
      Parameter.number(
          "margin", 0.05, "relative difference of scores above which a neighbour wins");
  private static final Parameter<Integer> REST_EPOCHS =
      Parameter.count(
          "restEpochs",
          20,
          "",
          "epochs after which a finished search compares again, twice as many each time that"
              + " nothing changes");
  private static final Parameter<Integer> PATIENCE_CYCLES =
      Parameter.wholeNumber(
          "patienceCycles",
          0,
          Integer.MAX_VALUE,
          100_000,
          "thread blocks above their quota end by themselves if that takes at most this many core"
              + " cycles");
  private static final Parameter<Boolean> TRY_NEIGHBOURS =
      Parameter.flag("tryNeighbours", "whether neighbours of the current mix are tried");
  private static final Parameter<Boolean> TRY_SPATIAL =
      Parameter.flag("trySpatial", "whether spatial multitasking may be chosen");
  private static final Parameter<Boolean> CONFIRM =
      Parameter.flag(
          "confirm", "whether a new partition is withdrawn if the device runs worse with it");
  private static final Parameter<Boolean> HOLD_ROOM =
      Parameter.flag("holdRoom", "whether room is held between the launches of a process");
  private static final Parameter<Boolean> REMEMBER =
      Parameter.flag("remember", "whether kernels that have run together before resume the search");

  static final List<Parameter<?>> PARAMETERS =
      List.of(
          Objective.PARAMETER,
          LEAST_PROGRESS,
          MEASURE_CYCLES,
          TRIAL_SHARE,
          FIRST_STEP,
          MARGIN,
          REST_EPOCHS,
          PATIENCE_CYCLES,
          TRY_NEIGHBOURS,
          TRY_SPATIAL,
          CONFIRM,
          HOLD_ROOM,
          REMEMBER);

  static Settings of(PolicyParameters stated) {
    return new Settings(
        Objective.of(stated.get(Objective.PARAMETER)),
        stated.get(LEAST_PROGRESS),
        stated.get(MEASURE_CYCLES),
        stated.get(TRIAL_SHARE),
        stated.get(FIRST_STEP),
        stated.get(MARGIN),
        stated.get(REST_EPOCHS),
        stated.get(PATIENCE_CYCLES),
        stated.get(TRY_NEIGHBOURS),
        stated.get(TRY_SPATIAL),
        stated.get(CONFIRM),
        stated.get(HOLD_ROOM),
        stated.get(REMEMBER));
  }

  List<Violation> violations() {
    return new Violation.Checks()
        .require(leastProgress <= 1, LEAST_PROGRESS.name(), leastProgress, "0 to 1")
        .require(trialShare <= 0.25, TRIAL_SHARE.name(), trialShare, "0 to 0.25")
        .violations();
  }
}
