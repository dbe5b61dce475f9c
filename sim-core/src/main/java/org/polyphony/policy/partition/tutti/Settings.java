package org.polyphony.policy.partition.tutti;

import org.polyphony.input.Key;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;
import org.polyphony.policy.partition.Objective;

/** Parameters of the policy. A flag that is false switches a mechanism off. */
record Settings(
    @Key(
            value = Objective.MEANING,
            oneOf = {"antt", "stp"},
            absent = "antt")
        Objective objective,
    @Key(
            value =
                "progress that every kernel should make, as a share of its solo speed: partitions"
                    + " score worse in proportion to what the slowest kernel lacks",
            max = 1,
            absent = "0")
        double leastProgress,
    @Key(
            value = "time that an epoch measures before it decides",
            unit = "core cycles",
            min = 1,
            absent = "50000")
        int measureCycles,
    @Key(value = "share of the SMs that try each neighbor, at most 0.25", absent = "0.2")
        double trialShare,
    @Key(
            value =
                "distance of the first neighbors, as a share of a kernel's even thread blocks;"
                    + " halved until it is one thread block",
            absent = "0.3")
        double firstStep,
    @Key(value = "relative difference of scores above which a neighbor wins", absent = "0.05")
        double margin,
    @Key(
            value =
                "epochs after which a finished search compares again, twice as many each time that"
                    + " nothing changes",
            min = 1,
            absent = "20")
        int restEpochs,
    @Key(
            value =
                "thread blocks above their quota end by themselves if that takes at most this many"
                    + " core cycles",
            absent = "100000")
        int patienceCycles,
    @Key(value = "whether neighbors of the current partition are tried", absent = "true")
        boolean tryNeighbours,
    @Key(value = "whether spatial multitasking may be chosen", absent = "true") boolean trySpatial,
    @Key(
            value = "whether a new partition is withdrawn if the device runs worse with it",
            absent = "true")
        boolean confirm,
    @Key(
            value = "whether free resources are held between the launches of a process",
            absent = "true")
        boolean holdRoom,
    @Key(value = "whether kernels that have run together before resume the search", absent = "true")
        boolean remember)
    implements Keys.Related {
  @Override
  public void check(Violation.Checks checks) {
    checks.require(trialShare <= 0.25, "trialShare", trialShare, "a number from 0 to 0.25");
  }
}
