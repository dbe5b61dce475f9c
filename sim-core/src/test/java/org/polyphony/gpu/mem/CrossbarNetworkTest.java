package org.polyphony.gpu.mem;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.testing.Devices;

class CrossbarNetworkTest {
  private final TestNetwork network = network(true, 1, 8, 8);

  private static TestNetwork network(boolean packets, int latency, int input, int output) {
    String ports = "packetPerCycle " + packets + ", latency " + latency;
    String buffers = "inputBuffer " + input + ", outputBuffer " + output;
    return new TestNetwork(4, 4, input, Devices.crossbar("flitBytes 8", ports, buffers));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7})
  void deliversAPacketItsLatencyAfterItMoves(int latency) {
    TestNetwork some = network(true, latency, 8, 8);
    some.send(0, 2, 77, 40);

    some.move(10);

    assertEquals(TestNetwork.NONE, some.peek(2, 10 + latency - 1));
    assertEquals(77, some.peek(2, 10 + latency));
    assertEquals(10 + latency, some.network().to().arrival(2));
  }

  @Test
  void movesOnePacketToAnOutputInACycle() {
    network.send(0, 2, 70, 8);
    network.send(1, 2, 71, 8);

    network.move(1);
    assertEquals(1, network.moved());
    assertTrue(network.network().isBusy());

    network.move(2);
    assertEquals(2, network.moved());
    assertFalse(network.network().isBusy());
  }

  @Test
  void aPacketThatFollowsCrossesBeforeThoseOfOtherInputs() {
    network.send(0, 2, 70, 8);
    network.send(0, Packet.following(Packet.of(71, 2, 8)));
    network.send(0, 2, 72, 8);
    network.send(1, 2, 80, 8);
    for (int cycle = 1; cycle <= 4; cycle++) {
      network.move(cycle);
    }

    StringBuilder order = new StringBuilder();
    while (network.isOccupied(2)) {
      order.append(network.peek(2, 5)).append(' ');
      network.pop(2);
    }

    assertEquals("70 71 80 72 ", order.toString());
  }

  @Test
  void holdsUpAPacketBehindOneThatCannotMove() {
    network.send(0, 2, 70, 8);
    network.send(1, 2, 71, 8);
    network.send(1, 0, 72, 8);

    network.move(1);

    assertEquals(TestNetwork.NONE, network.peek(0, 2));
  }

  @Test
  void servesInputsInTurn() {
    for (int i = 0; i < 3; i++) {
      network.send(0, 1, 0, 8);
      network.send(3, 1, 3, 8);
    }
    StringBuilder order = new StringBuilder();

    for (int cycle = 1; cycle <= 6; cycle++) {
      network.move(cycle);
      order.append(network.peek(1, cycle + 1));
      network.pop(1);
    }

    assertEquals("030303", order.toString());
  }

  @Test
  void refusesAPacketWhenItsInputIsFull() {
    TestNetwork small = network(true, 1, 2, 8);
    small.send(0, 1, 1, 8);
    assertTrue(small.canSend(0));

    small.send(0, 1, 2, 8);

    assertFalse(small.canSend(0));
    assertTrue(small.canSend(1));
  }

  @Test
  void movesNothingToAFullOutput() {
    TestNetwork small = network(true, 1, 8, 1);
    small.send(0, 1, 1, 8);
    small.send(0, 1, 2, 8);
    small.move(1);

    small.move(2);
    assertEquals(1, small.moved());

    small.pop(1);
    small.move(3);
    assertEquals(2, small.moved());
  }

  /**
   * Packets by input, output and bytes, with a plus where one follows the one before; how many have
   * moved after cycles.
   */
  @ParameterizedTest(name = "{0}: {3}")
  @CsvSource({
    "flitBytes 8, 0>1:8 1>0:8 2>3:8, 1:3, those to different outputs together",
    "flitBytes 8, 0>1:40 0>2:8 3>1:8, 1:1 5:1 6:3, 5 flits from cycle 1 to 5 occupy both ports",
    "flitBytes 24, 0>1:8 +0>1:8 +0>1:8 +0>1:8, 1:3 2:4, followers share a flit as long as they fit",
    "flitBytes 64, 0>1:40 +0>1:40, 1:1, those with data do not",
    "'flitBytes 40, repliesPerCycle 3', 0>2:40 1>2:40 2>2:40 3>2:40, 1:3 2:4, as wide as it is"
  })
  void moves(String keys, String packets, String moved, String why) {
    TestNetwork some = wide(keys);
    int request = 0;
    for (String packet : packets.split(" ", -1)) {
      String[] words = packet.replace("+", "").split("[>:]", -1);
      long made = Packet.of(request++, Integer.parseInt(words[1]), Integer.parseInt(words[2]));
      some.send(Integer.parseInt(words[0]), packet.startsWith("+") ? Packet.following(made) : made);
    }

    for (String at : moved.split(" ", -1)) {
      some.move(Integer.parseInt(at.substring(0, at.indexOf(':'))));
      assertEquals(Integer.parseInt(at.substring(at.indexOf(':') + 1)), some.moved(), why);
    }
  }

  @Test
  void aPacketIsThereWithItsLastFlit() {
    TestNetwork flits = network(false, 1, 8, 8);
    flits.send(0, 1, 1, 40);

    flits.move(1);

    assertEquals(TestNetwork.NONE, flits.peek(1, 5));
    assertEquals(1, flits.peek(1, 6)); // 5 flits from cycle 1 to 5
  }

  /** Seven flits of three packets take slots 3 to 9 of three in a cycle: cycles 1, 2 and 3. */
  @Test
  void aPacketIsReceivedWithItsLastFlitWhereverThatFallsInACycle() {
    TestNetwork three = wide("flitBytes 8, repliesPerCycle 3");
    three.send(0, 2, 70, 16);
    three.send(1, 2, 71, 24);
    three.send(2, 2, 72, 16);

    for (int cycle = 1; cycle <= 3; cycle++) {
      three.move(cycle);
    }

    long[] received = new long[3];
    for (int packet = 0; packet < 3; packet++) {
      received[packet] = three.network().to().arrival(2);
      three.pop(2);
    }
    assertArrayEquals(new long[] {2, 3, 4}, received);
  }

  private static TestNetwork wide(String keys) {
    return new TestNetwork(
        4, 4, 8, Devices.crossbar(keys, "packetPerCycle false, latency 1, inputBuffer 8"));
  }

  @Test
  void arbitratesAmongMoreThan64Inputs() {
    TestNetwork wide =
        new TestNetwork(
            100, 2, 4, Devices.crossbar("flitBytes", 8, "inputBuffer", 4, "outputBuffer", 8));
    wide.send(3, 1, 3, 8);
    wide.send(99, 1, 99, 8);
    wide.send(70, 0, 70, 8);

    wide.move(1);
    wide.move(2);

    assertEquals(70, wide.peek(0, 3));
    assertEquals(3, wide.peek(1, 3));
    wide.pop(1);
    assertEquals(99, wide.peek(1, 3));
  }
}
