package org.polyphony.study.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.polyphony.config.StudyConfig.PairVariant;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.dispatch.Occupancy;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.policy.partition.SmRoom;
import org.polyphony.policy.partition.SmkFixed;
import org.polyphony.policy.partition.SpatialFixed;
import org.polyphony.simulation.RunSpec;

/**
 * The fixed partitions of a device between two workloads: thread blocks of one per SM, where the
 * other has the rest, and SMs of each.
 */
final class StaticPartitions {
  private final SmConfig sm;
  private final int sms;
  private final List<List<ThreadBlockNeed>> needs = new ArrayList<>();

  /** Lists those of an experiment with two workloads. */
  StaticPartitions(RunSpec spec) {
    sm = spec.gpu().sm();
    sms = spec.gpu().sms();
    spec.workloads().forEach(workload -> needs.add(needs(workload)));
  }

  private List<ThreadBlockNeed> needs(Workload workload) {
    return IntStream.range(0, workload.period())
        .mapToObj(workload::step)
        .filter(Workload.Launch.class::isInstance)
        .map(step -> ThreadBlockNeed.of(sm, ((Workload.Launch) step).kernel()))
        .distinct()
        .toList();
  }

  /**
   * Partitions in the order of one workload's share, and which of them is about even. Their names
   * are such as {@code 3+rest} or {@code 6:10 SMs}.
   */
  record Line(List<PairVariant> partitions, int even) {}

  /** Returns a partition for each number of thread blocks of the workload of which fewer fit. */
  Line smk() {
    int counted = mostAlone(1) < mostAlone(0) ? 1 : 0;
    List<PairVariant> line = new ArrayList<>();
    for (int count = 1; count <= mostBeside(counted); count++) {
      List<Integer> blocks =
          counted == 0 ? List.of(count, SmkFixed.REST) : List.of(SmkFixed.REST, count);
      String name = counted == 0 ? count + "+rest" : "rest+" + count;
      line.add(named(name, SmkFixed.NAME, "threadBlocks", blocks));
    }
    return new Line(line, Math.max(0, Math.min(mostAlone(counted) / 2, line.size()) - 1));
  }

  /** Returns a partition for each number of SMs. */
  Line spatial() {
    List<PairVariant> line = new ArrayList<>();
    for (int first = 1; first < sms; first++) {
      List<Integer> split = List.of(first, sms - first);
      line.add(named(first + ":" + (sms - first) + " SMs", SpatialFixed.NAME, "sms", split));
    }
    return new Line(line, line.size() / 2);
  }

  private static PairVariant named(
      String name, String policy, String parameter, List<Integer> parts) {
    return PairVariant.onMaestroSms(name, policy, Map.of(parameter, parts));
  }

  /** Returns the largest occupancy of an SM by a kernel of a workload. */
  private int mostAlone(int workload) {
    return needs.get(workload).stream()
        .mapToInt(need -> Occupancy.of(sm, need).threadBlocks())
        .max()
        .orElse(0);
  }

  /** Returns the same beside one thread block of the other workload; 0 if none fits. */
  private int mostBeside(int workload) {
    int most = 0;
    for (ThreadBlockNeed other : needs.get(1 - workload)) {
      for (ThreadBlockNeed need : needs.get(workload)) {
        SmRoom room = new SmRoom(sm);
        room.take(other, 1);
        most = Math.max(most, room.isOverdrawn() ? 0 : room.fitting(need, 1));
      }
    }
    return most;
  }
}
