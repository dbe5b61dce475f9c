package org.polyphony.gpu.part.arbitration;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.part.PartConfig;
import org.polyphony.gpu.part.Parts;

/** Orders of packets, worked out by hand. */
class ArbitersTest {
  /** A packet, by a name for the test. */
  private record Packet(String name, int workload, long arrival, int bytes) {}

  /** A port of four inputs, each with its packets in order. */
  private static final class Port implements Requesters {
    private final Map<Integer, List<Packet>> queues = new TreeMap<>();

    Port with(int input, String name, int workload, long arrival, int bytes) {
      queues
          .computeIfAbsent(input, i -> new ArrayList<>())
          .add(new Packet(name, workload, arrival, bytes));
      return this;
    }

    /** Adds so many packets of a workload to an input, named a1, a2 and so on. */
    Port with(int input, String name, int workload, int count) {
      for (int i = 1; i <= count; i++) {
        with(input, name + i, workload, 0, 8);
      }
      return this;
    }

    String order(String name, Map<String, Object> parameters) {
      PartConfig config = new PartConfig(name, parameters);
      Arbiter arbiter = Arbiters.KIND.make(config, this, new Parts(1, 2));
      List<String> order = new ArrayList<>();
      for (int cycle = 0; !queues.isEmpty(); cycle++) {
        int input = input(arbiter.choose(cycle));
        order.add(queues.get(input).remove(0).name());
        queues.values().removeIf(List::isEmpty);
      }
      return String.join(" ", order);
    }

    private Packet first(int requester) {
      return queues.get(input(requester)).get(0);
    }

    @Override
    public int size() {
      return queues.size();
    }

    @Override
    public int inputs() {
      return 4;
    }

    @Override
    public int workloads() {
      return 2;
    }

    @Override
    public long seed() {
      return 0;
    }

    @Override
    public int input(int requester) {
      return List.copyOf(queues.keySet()).get(requester);
    }

    @Override
    public int workload(int requester) {
      return first(requester).workload();
    }

    @Override
    public long arrival(int requester) {
      return first(requester).arrival();
    }

    @Override
    public int bytes(int requester) {
      return first(requester).bytes();
    }

    @Override
    public boolean isWrite(int requester) {
      return false;
    }
  }

  @Test
  void ageServesThePacketThatHasWaitedLongestAndOfEqualOnesTheLowestInput() {
    Port port =
        new Port()
            .with(0, "a1", 0, 7, 8)
            .with(0, "a2", 0, 9, 8)
            .with(1, "b1", 0, 5, 8)
            .with(1, "b2", 0, 8, 8)
            .with(2, "c1", 1, 7, 8)
            .with(2, "c2", 1, 7, 8);

    assertEquals("b1 a1 c1 c2 b2 a2", port.order("age", Map.of()));
  }

  @Test
  void weightedWithEqualWeightsAlternatesBetweenWorkloadsHoweverManyInputsOneHas() {
    Port port = new Port().with(0, "a", 0, 2).with(1, "b", 0, 2).with(3, "c", 1, 3);

    assertEquals("a1 c1 b1 c2 a2 c3 b2", port.order("weighted", Map.of("quantum", 8)));
  }

  @Test
  void weightedGivesThreePacketsToAWorkloadOfWeightThreeForEachOfTheOther() {
    Port port = new Port().with(0, "a", 0, 6).with(1, "b", 1, 3);
    Map<String, Object> parameters = Map.of("quantum", 8, "weights", List.of(3));

    assertEquals("a1 a2 a3 b1 a4 a5 a6 b2 b3", port.order("weighted", parameters));
  }

  /** Workload 0 has 20 B a turn: one packet of 16 B, then 4 + 20 = 24 B, then 28 B, then 32 B. */
  @Test
  void weightedKeepsWhatAWorkloadCouldNotUseForItsNextTurn() {
    Port port = new Port();
    for (int i = 1; i <= 5; i++) {
      port.with(0, "a" + i, 0, 0, 16);
    }
    for (int i = 1; i <= 4; i++) {
      port.with(1, "b" + i, 1, 0, 20);
    }

    assertEquals("a1 b1 a2 b2 a3 b3 a4 a5 b4", port.order("weighted", Map.of("quantum", 20)));
  }
}
