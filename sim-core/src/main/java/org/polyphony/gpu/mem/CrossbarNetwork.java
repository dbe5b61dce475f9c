package org.polyphony.gpu.mem;

import java.util.Arrays;
import org.polyphony.gpu.config.CrossbarConfig;
import org.polyphony.gpu.queue.TimedFifo;

/**
 * One direction of the crossbar: a buffer per input and per output, and an iSLIP arbiter.
 *
 * <p>In each cycle, every output takes one packet from the inputs whose first packet is destined
 * for it, round-robin. Outputs choose one after another, so an input whose next packet goes to a
 * later output can send that one as well, as in the reference simulator. If ports move flits
 * instead of whole packets, a packet occupies both ports for its number of flits, and an input
 * sends one packet at a time. A packet sent in cycle c moves in c + 1 at the earliest and can be
 * received {@code latency} cycles after it (or its last flit) has moved, less what the link that it
 * came by has taken. An input whose next packet follows the one just moved keeps its turn.
 */
final class CrossbarNetwork {
  /** No packet. */
  static final int NONE = -1;

  private static final long FOLLOWS = 1L << 31; // flag in a packet

  private final int inputs;
  private final int inputCapacity;
  private final int outputCapacity;
  private final int latency;
  private final boolean packetPerCycle;
  private final int flitBytes;
  private final int words; // per mask of inputs

  private final long[] packet; // ring per input: request, mark, from bit 32 output, from 48 bytes
  private final int[] head; // per input, of its ring
  private final int[] waitingPackets; // per input
  private final int ringMask;
  private final CreditLinks from; // that packets come by, null if not by links
  private final CreditLinks to; // that packets leave by, null if callers take them from output
  private final TimedFifo[] output;
  private final long[] waiting; // per output: inputs whose first packet is destined for it
  private final long[] contested; // outputs with a waiting input
  private final long[] occupied; // outputs with packets
  private final int[] firstInput; // per output: where the search starts
  private final long[] inputFreeAt;
  private final long[] outputFreeAt;
  private final long[] arrived; // outputs that were empty and have received a packet
  private final long[] freed; // inputs that were full and have room again
  private int packets;

  private long moved;

  CrossbarNetwork(int inputs, int outputs, int inputCapacity, CrossbarConfig config) {
    this(inputs, outputs, inputCapacity, config, null, null);
  }

  /**
   * Creates a network with links at one side.
   *
   * @param from whose packets the inputs hold; null if a caller looks for room itself
   * @param to that packets leave by; null if a caller takes them from here
   */
  CrossbarNetwork(
      int inputs,
      int outputs,
      int inputCapacity,
      CrossbarConfig config,
      CreditLinks from,
      CreditLinks to) {
    this.from = from;
    this.to = to;
    this.inputs = inputs;
    this.inputCapacity = inputCapacity;
    outputCapacity = config.outputBuffer();
    latency = config.latency() - (from == null ? 0 : config.requestDelay() - 1);
    packetPerCycle = config.packetPerCycle();
    flitBytes = config.flitBytes();
    words = (inputs + 63) >>> 6;
    int ring = Integer.highestOneBit(Math.max(1, inputCapacity * 2 - 1));
    ringMask = ring - 1;
    packet = new long[inputs * ring];
    head = new int[inputs];
    waitingPackets = new int[inputs];
    output = new TimedFifo[outputs];
    Arrays.setAll(output, o -> new TimedFifo(outputCapacity));
    waiting = new long[outputs * words];
    contested = new long[(outputs + 63) >>> 6];
    occupied = new long[(outputs + 63) >>> 6];
    arrived = new long[(outputs + 63) >>> 6];
    freed = new long[words];
    firstInput = new int[outputs];
    inputFreeAt = new long[inputs];
    outputFreeAt = new long[outputs];
  }

  boolean canSend(int port) {
    return waitingPackets[port] < inputCapacity;
  }

  /** Puts a packet into an input's buffer, which must not be full. */
  void send(int port, int outputPort, int request, int bytes) {
    int waiting = waitingPackets[port]++;
    assert waiting < inputCapacity : "input " + port + " is full";
    long label = outputPort | ((long) bytes << 16);
    packet[port * (ringMask + 1) + ((head[port] + waiting) & ringMask)] = (label << 32) | request;
    if (waiting == 0) {
      await(port, outputPort);
    }
    packets++;
  }

  /** Makes the packet that an input sent last cross directly behind its previous one. */
  void follow(int port) {
    int last = (head[port] + waitingPackets[port] - 1) & ringMask;
    packet[port * (ringMask + 1) + last] |= FOLLOWS;
  }

  boolean isBusy() {
    return packets > 0;
  }

  /** Returns a mask of 64 outputs: those with packets, receivable or not yet. */
  long occupiedOutputs(int word) {
    return occupied[word];
  }

  /** Returns and clears a mask of 64 outputs: those that have received a packet when empty. */
  long takeArrived(int word) {
    long mask = arrived[word];
    arrived[word] = 0;
    return mask;
  }

  /** Returns and clears a mask of 64 inputs: those that were full and have room again. */
  long takeFreed(int word) {
    long mask = freed[word];
    freed[word] = 0;
    return mask;
  }

  /** Returns the first packet that an output has received by a cycle, or {@link #NONE}. */
  int peek(int port, long cycle) {
    return output[port].isDue(cycle) ? output[port].peek() : NONE;
  }

  /** Returns the cycle in which the first packet of an output can be received. */
  long arrival(int port) {
    return output[port].peekTime();
  }

  boolean isOccupied(int port) {
    return !output[port].isEmpty();
  }

  void pop(int port) {
    output[port].pop();
    if (output[port].isEmpty()) {
      occupied[port >>> 6] &= ~(1L << port);
    }
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
    if (outputFreeAt[port] > cycle || isFull(port, cycle)) {
      return;
    }
    int winner = choose(port, cycle);
    if (winner == NONE) {
      return;
    }
    firstInput[port] = winner + 1 == inputs ? 0 : winner + 1;
    long moving = takeFirst(winner);
    if (from != null) {
      from.credit(winner, cycle);
    }
    packets--;
    moved++;
    leave(winner, port);
    if (waitingPackets[winner] > 0) {
      long next = packet[winner * (ringMask + 1) + head[winner]];
      await(winner, (int) (next >>> 32) & 0xffff);
      firstInput[port] = (next & FOLLOWS) != 0 ? winner : firstInput[port];
    }
    int flits = 1;
    if (!packetPerCycle) {
      flits = ((int) (moving >>> 48) + flitBytes - 1) / flitBytes;
      inputFreeAt[winner] = cycle + flits;
      outputFreeAt[port] = cycle + flits;
    }
    deliver(port, (int) (moving & ~FOLLOWS), cycle + flits - 1 + latency);
  }

  private boolean isFull(int port, long cycle) {
    return to == null ? output[port].size() >= outputCapacity : !to.hasCredit(port, cycle);
  }

  private void deliver(int port, int request, long arrival) {
    if (to != null) {
      to.send(port, request, arrival);
      return;
    }
    if (output[port].isEmpty()) {
      occupied[port >>> 6] |= 1L << port;
      arrived[port >>> 6] |= 1L << port;
    }
    output[port].push(request, arrival);
  }

  private long takeFirst(int port) {
    int first = head[port];
    int left = --waitingPackets[port];
    if (left == inputCapacity - 1) {
      freed[port >>> 6] |= 1L << port;
    }
    head[port] = left == 0 ? 0 : (first + 1) & ringMask; // a short queue stays in few cache lines
    return packet[port * (ringMask + 1) + first];
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

  private void await(int port, int outputPort) {
    waiting[outputPort * words + (port >>> 6)] |= 1L << port;
    contested[outputPort >>> 6] |= 1L << outputPort;
  }

  private void leave(int port, int outputPort) {
    int base = outputPort * words;
    waiting[base + (port >>> 6)] &= ~(1L << port);
    for (int word = 0; word < words; word++) {
      if (waiting[base + word] != 0) {
        return;
      }
    }
    contested[outputPort >>> 6] &= ~(1L << outputPort);
  }

  long moved() {
    return moved;
  }
}
