package org.polyphony.gpu.part.arbitration;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.part.PartConfig;
import org.polyphony.gpu.part.Parts;

/** Orders of packets, worked out by hand. */
class ArbitersTest {
  /** A packet, by a name for the test. */
  private record Packet(String name, int workload, long arrival, int bytes) {}

  /** A port of four inputs, each with its packets in order. */
  private static final class Port implements Requesters {
    private final Map<Integer, List<Packet>> queues = new TreeMap<>();

    Port(String packets) {
      String[] inputs = packets.split(", ", -1);
      for (int input = 0; input < inputs.length; input++) {
        for (String packet :
            inputs[input].isBlank() ? new String[0] : inputs[input].split(" ", -1)) {
          add(input, packet);
        }
      }
    }

    private void add(int input, String text) {
      int times = text.contains("x") ? Integer.parseInt(text.substring(0, text.indexOf('x'))) : 1;
      int[] numbers =
          Stream.of(text.substring(text.indexOf('x') + 1).split("/", -1))
              .mapToInt(Integer::parseInt)
              .toArray();
      List<Packet> queue = queues.computeIfAbsent(input, i -> new ArrayList<>());
      for (int i = 0; i < times; i++) {
        String name = (char) ('a' + input) + "" + (queue.size() + 1);
        queue.add(new Packet(name, numbers[0], numbers[1], numbers[2]));
      }
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

  /**
   * Of each input, its packets: workload, arrival and bytes of each, or, behind how many there are,
   * of all.
   */
  @ParameterizedTest(name = "{0} {1}: {4}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          age      |         | 0/7/8 0/9/8, 0/5/8 0/8/8, 1/7/8 1/7/8 | b1 a1 c1 c2 b2 a2 \
              | the packet that has waited longest, of equal ones that of the lowest input
          weighted | 8       | 2x0/0/8, 2x0/0/8, , 3x1/0/8 | a1 d1 b1 d2 a2 d3 b2 \
              | alternates between workloads however many inputs one has
          weighted | 8 3     | 6x0/0/8, 3x1/0/8 | a1 a2 a3 b1 a4 a5 a6 b2 b3 \
              | a weight of three is three packets for each of the other
          weighted | 20      | 5x0/0/16, 4x1/0/20 | a1 b1 a2 b2 a3 b3 a4 a5 b4 \
              | what a turn of 20 B leaves is kept: one packet of 16 B, then of 24 B, 28 B, and 32 B
          """)
  void servesInOrder(String arbiter, String quantum, String packets, String order, String why) {
    Map<String, Object> parameters = new HashMap<>();
    if (quantum != null) {
      String[] numbers = quantum.split(" ", -1);
      parameters.put("quantum", Integer.parseInt(numbers[0]));
      parameters.put("weights", Stream.of(numbers).skip(1).map(Integer::parseInt).toList());
    }

    assertEquals(order, new Port(packets).order(arbiter, parameters), why);
  }
}
