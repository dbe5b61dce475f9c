package org.polyphony.gpu.mem;

import org.polyphony.gpu.config.CrossbarConfig;

/**
 * One direction of the crossbar: links to it, links from it, and an iSLIP arbiter or another one.
 *
 * <p>In each cycle, every output takes one packet from the inputs whose first packet is destined
 * for it, round-robin. Outputs choose one after another, so an input whose next packet goes to a
 * later output can send that one as well, as in the reference simulator. If ports move flits
 * instead of whole packets, a packet occupies both ports for its number of flits, and an input
 * sends one packet at a time; an output may take several flits per cycle. A packet can be received
 * {@code latency} cycles after it (or its last flit) has moved. An input whose next packet follows
 * the one just moved keeps its turn; packets that follow share a flit as long as they fit. With an
 * arbiter that is not round robin, each output asks its own.
 */
final class CrossbarNetwork {
  private static final int NONE = -1;

  private final int inputs;
  private final CreditLinks from; // by input, with its buffer
  private final CreditLinks to; // by output
  private final int latency;
  private final boolean packetPerCycle;
  private final int flitBytes;
  private final int words; // per mask of inputs

  private final long[] waiting; // per output: inputs whose first packet is destined for it
  private final long[] contested; // outputs with a waiting input
  private final int[] firstInput; // per output: where the search starts
  private final long[] inputFreeAt;
  private final int flitsPerCycle; // of an output
  private final long[] outputFreeAt; // in cycles times flitsPerCycle
  private final ArbitratedPort[] arbitrated; // by output; empty if all choose round-robin
  private final long[] arrived; // outputs with a packet that their receivers may not know of
  private final long[] freed; // inputs with room that their senders may not know of
  private int packets; // in buffers
  private ReadCoalescer coalescer; // null unless reads are merged on the way
  private ReadCoalescer copies; // null unless replies to merged reads are copied

  /**
   * Creates an empty network.
   *
   * @param from links of the inputs
   * @param to links of the outputs
   * @param latency cycles from the move of a packet until it is received
   * @param flitsPerCycle that an output takes, at least 1
   * @param arbitrated outputs with arbiters; empty if all choose round-robin
   */
  CrossbarNetwork(
      CreditLinks from,
      CreditLinks to,
      CrossbarConfig config,
      int latency,
      int flitsPerCycle,
      ArbitratedPort[] arbitrated) {
    inputs = from.count();
    this.from = from;
    this.to = to;
    this.latency = latency;
    this.flitsPerCycle = flitsPerCycle;
    this.arbitrated = arbitrated;
    packetPerCycle = config.packetPerCycle();
    flitBytes = config.flitBytes();
    words = (inputs + 63) >>> 6;
    int outputs = to.count();
    waiting = new long[outputs * words];
    contested = new long[(outputs + 63) >>> 6];
    arrived = new long[(outputs + 63) >>> 6];
    freed = new long[words];
    firstInput = new int[outputs];
    inputFreeAt = new long[inputs];
    outputFreeAt = new long[outputs];
  }

  /** Makes the network of requests merge reads. */
  void mergeBy(ReadCoalescer ofGpcs) {
    coalescer = ofGpcs;
  }

  /** Makes the network of replies copy those to merged reads. */
  void copyBy(ReadCoalescer ofGpcs) {
    copies = ofGpcs;
  }

  CreditLinks from() {
    return from;
  }

  CreditLinks to() {
    return to;
  }

  /** Queues packets that have reached an input by a cycle at their outputs. */
  void receive(int input, long cycle) {
    while (from.arrival(input) <= cycle) {
      from.receive(input);
      packets++;
      if (from.waiting(input) == 1) {
        awaitNext(input, cycle);
      }
    }
  }

  /** Makes an input wait for the output of its first packet; returns whether there is one. */
  private boolean awaitNext(int input, long cycle) {
    while (from.waiting(input) > 0) {
      long next = from.first(input);
      if (!joins(next, cycle)) {
        await(input, Packet.output(next));
        return true;
      }
      takeFirst(input, cycle);
    }
    return false;
  }

  private boolean joins(long packet, long cycle) {
    return coalescer != null && coalescer.joins(Packet.request(packet), cycle);
  }

  boolean isBusy() {
    return packets > 0;
  }

  /** Returns and clears a mask of 64 outputs to which packets are under way. */
  long takeArrived(int word) {
    long mask = arrived[word];
    arrived[word] = 0;
    return mask;
  }

  /** Returns and clears a mask of 64 inputs which have returned credits. */
  long takeFreed(int word) {
    long mask = freed[word];
    freed[word] = 0;
    return mask;
  }

  void move(long cycle) {
    for (int word = 0; word < contested.length; word++) {
      long rest = contested[word];
      while (rest != 0) {
        int bit = Long.numberOfTrailingZeros(rest);
        grant((word << 6) + bit, cycle);
        // an input may have started waiting for a later output just now
        rest = bit == 63 ? 0 : contested[word] & (-2L << bit);
      }
    }
  }

  private void grant(int port, long cycle) {
    long end = (cycle + 1) * flitsPerCycle;
    while (outputFreeAt[port] < end && to.hasCredit(port, cycle)) {
      if (copies != null && copies.hasCopy(port)) {
        moveCopy(port, cycle);
        continue;
      }
      int winner = arbitrated.length == 0 ? choose(port, cycle) : chooseByArbiter(port, cycle);
      if (winner == NONE) {
        return;
      }
      moveFirst(winner, port, cycle);
    }
  }

  private void moveFirst(int winner, int port, long cycle) {
    firstInput[port] = winner + 1 == inputs ? 0 : winner + 1;
    long moving = takeFirst(winner, cycle);
    int bytes = Packet.bytes(moving);
    int flits = packetPerCycle ? 1 : (bytes + flitBytes - 1) / flitBytes;
    long arrival = occupy(port, flits, cycle) + latency;
    if (!packetPerCycle) {
      inputFreeAt[winner] = cycle + flits;
    }
    deliver(port, moving, arrival);
    if (copies != null) {
      packets += copies.copy(Packet.request(moving), contested);
    }
    long room = (long) flits * flitBytes - bytes;
    while (sharesFlit(winner, room) && to.hasCredit(port, cycle)) {
      long following = takeFirst(winner, cycle);
      if (!joins(following, cycle)) {
        room -= Packet.bytes(following);
        deliver(port, following, arrival);
      }
    }
    leave(winner, port);
    if (awaitNext(winner, cycle) && Packet.follows(from.first(winner))) {
      firstInput[port] = winner;
    }
  }

  /** Occupies an output from a cycle on, or from when it is free; returns the last cycle. */
  private long occupy(int port, int flits, long cycle) {
    long start = Math.max(outputFreeAt[port], cycle * flitsPerCycle);
    outputFreeAt[port] = start + flits;
    return cycle + (start - cycle * flitsPerCycle + flits - 1) / flitsPerCycle;
  }

  private void moveCopy(int port, long cycle) {
    packets--;
    long copy = copies.takeCopy(port);
    int flits = packetPerCycle ? 1 : (Packet.bytes(copy) + flitBytes - 1) / flitBytes;
    deliver(port, copy, occupy(port, flits, cycle) + latency);
    settle(port);
  }

  /** Returns whether an input's first packet follows the last one and fits into its last flit. */
  private boolean sharesFlit(int input, long room) {
    if (from.waiting(input) == 0) {
      return false;
    }
    long next = from.first(input);
    return Packet.follows(next) && Packet.bytes(next) <= room;
  }

  private long takeFirst(int input, long cycle) {
    if (from.areApart() || from.isFull(input)) {
      freed[input >>> 6] |= 1L << input;
    }
    packets--;
    return from.remove(input, cycle);
  }

  private void deliver(int output, long packet, long arrival) {
    if (to.areApart() || to.isEmpty(output)) {
      arrived[output >>> 6] |= 1L << output;
    }
    to.send(output, packet, arrival);
  }

  /** Returns the next waiting input in round-robin order that is not sending. */
  private int choose(int port, long cycle) {
    int start = firstInput[port];
    int first = start >>> 6;
    long late = -1L << start; // the inputs below the start come last
    int winner = chooseFrom(port, first, late, cycle);
    for (int i = 1; i < words && winner == NONE; i++) {
      int word = first + i < words ? first + i : first + i - words;
      winner = chooseFrom(port, word, -1, cycle);
    }
    return winner == NONE ? chooseFrom(port, first, ~late, cycle) : winner;
  }

  private int chooseFrom(int port, int word, long among, long cycle) {
    for (long rest = waiting[port * words + word] & among; rest != 0; rest &= rest - 1) {
      int candidate = (word << 6) + Long.numberOfTrailingZeros(rest);
      if (inputFreeAt[candidate] <= cycle) { // always true if ports move whole packets
        return candidate;
      }
    }
    return NONE;
  }

  /** Returns the input that an output's arbiter chooses among those that are not sending. */
  private int chooseByArbiter(int port, long cycle) {
    ArbitratedPort arbiter = arbitrated[port];
    arbiter.clear();
    int turn = firstInput[port];
    if (isWaiting(turn, port) && inputFreeAt[turn] <= cycle && Packet.follows(from.first(turn))) {
      addRequester(arbiter, turn);
      return arbiter.choose(cycle);
    }
    for (int word = 0; word < words; word++) {
      for (long rest = waiting[port * words + word]; rest != 0; rest &= rest - 1) {
        int candidate = (word << 6) + Long.numberOfTrailingZeros(rest);
        if (inputFreeAt[candidate] <= cycle) {
          addRequester(arbiter, candidate);
        }
      }
    }
    return arbiter.choose(cycle);
  }

  private boolean isWaiting(int input, int port) {
    return (waiting[port * words + (input >>> 6)] >>> input & 1) != 0;
  }

  private void addRequester(ArbitratedPort arbiter, int input) {
    long packet = from.first(input);
    int bytes = Packet.bytes(packet);
    arbiter.add(input, Packet.request(packet), bytes, from.arrivalOfFirst(input));
  }

  private void await(int port, int outputPort) {
    waiting[outputPort * words + (port >>> 6)] |= 1L << port;
    contested[outputPort >>> 6] |= 1L << outputPort;
  }

  private void leave(int port, int outputPort) {
    waiting[outputPort * words + (port >>> 6)] &= ~(1L << port);
    settle(outputPort);
  }

  /** Notes if nothing waits for an output any more. */
  private void settle(int outputPort) {
    if (copies != null && copies.hasCopy(outputPort)) {
      return;
    }
    int base = outputPort * words;
    for (int word = 0; word < words; word++) {
      if (waiting[base + word] != 0) {
        return;
      }
    }
    contested[outputPort >>> 6] &= ~(1L << outputPort);
  }
}
