package org.polyphony.gpu.mem;

import org.polyphony.gpu.config.CrossbarConfig;

/** A network between ports without delay. */
final class TestNetwork {
  /** No packet. */
  static final int NONE = -1;

  private final CreditLinks from;
  private final CreditLinks to;
  private final CrossbarNetwork network;
  private int sent;

  TestNetwork(int inputs, int outputs, int inputBuffer, CrossbarConfig config) {
    from = new CreditLinks(inputs, inputBuffer, 0);
    to = new CreditLinks(outputs, config.outputBuffer(), 0);
    int width = config.repliesPerCycle();
    network = new CrossbarNetwork(from, to, config, config.latency(), width, new ArbitratedPort[0]);
  }

  CrossbarNetwork network() {
    return network;
  }

  boolean canSend(int input) {
    return from.hasCredit(input, 0);
  }

  /** Sends a packet that waits at once. */
  void send(int input, int output, int request, int bytes) {
    send(input, Packet.of(request, output, bytes));
  }

  void send(int input, long packet) {
    sent++;
    from.send(input, packet, 0);
    network.receive(input, 0);
  }

  /** Returns the packets that have left their inputs. */
  int moved() {
    int waiting = 0;
    for (int input = 0; input < from.count(); input++) {
      waiting += from.waiting(input);
    }
    return sent - waiting;
  }

  void move(long cycle) {
    network.move(cycle);
  }

  boolean isOccupied(int output) {
    return !to.isEmpty(output);
  }

  /** Returns the first request that an output has received by a cycle, or {@link #NONE}. */
  int peek(int output, long cycle) {
    return to.arrival(output) <= cycle ? Packet.request(to.arriving(output)) : NONE;
  }

  void pop(int output) {
    to.take(output, 0);
  }
}
