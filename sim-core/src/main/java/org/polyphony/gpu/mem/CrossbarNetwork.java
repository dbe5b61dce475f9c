package org.polyphony.gpu.mem;

import java.util.Arrays;
import org.polyphony.gpu.config.CrossbarConfig;
import org.polyphony.gpu.queue.TimedFifo;

/**
 * One direction of the crossbar: a buffer per input and per output, and an iSLIP arbiter.
 *
 * <p>In a cycle every output takes one packet from the inputs whose first packet goes to it, in
 * rotating order. Outputs choose one after the other, so that an input whose next packet goes to a
 * later output moves that too, as in the reference simulator. Where ports move flits instead of
 * whole packets, a packet holds both ports for its number of flits, and an input sends one at a
 * time. A packet sent in cycle c moves in c + 1 at the earliest and can be received {@code latency}
 * cycles after it moved (its last flit, where ports move flits). An input whose next packet follows
 * the one that moved keeps its turn.
 */
final class CrossbarNetwork {
  /** No packet. */
  static final int NONE = -1;

  private static final long FOLLOWS = 1L << 31; // in a packet

  private final int inputs;
  private final int inputCapacity;
  private final int outputCapacity;
  private final int latency;
  private final boolean packetPerCycle;
  private final int flitBytes;
  private final int words; // of a mask of inputs

  private final long[] packet; // ring per input: request, mark, from bit 32 output, from 48 bytes
  private final int[] head; // of the ring, per input
  private final int[] waitingPackets; // per input
  private final int ringMask;
  private final TimedFifo[] output;
  private final long[] waiting; // per output, the inputs whose first packet goes to it
  private final long[] contested; // outputs that some input waits for
  private final long[] occupied; // outputs with packets
  private final int[] firstInput; // per output, where the search starts
  private final long[] inputFreeAt;
  private final long[] outputFreeAt;
  private final long[] arrived; // outputs that had no packet and have got one
  private final long[] freed; // inputs that were full and are not
  private int packets;

  private long moved;

  CrossbarNetwork(int inputs, int outputs, int inputCapacity, CrossbarConfig config) {
    this.inputs = inputs;
    this.inputCapacity = inputCapacity;
    outputCapacity = config.outputBuffer();
    latency = config.latency();
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

  /** Puts a packet into the buffer of an input, which must not be full. */
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

  /** Lets the packet that an input sent last cross right behind the one that it sent before. */
  void follow(int port) {
    int last = (head[port] + waitingPackets[port] - 1) & ringMask;
    packet[port * (ringMask + 1) + last] |= FOLLOWS;
  }

  boolean isBusy() {
    return packets > 0;
  }

  /** Returns 64 outputs as a mask: those with packets, whether or not they can be received yet. */
  long occupiedOutputs(int word) {
    return occupied[word];
  }

  /** Returns, and forgets, 64 outputs as a mask: those that have got a packet when empty. */
  long takeArrived(int word) {
    long mask = arrived[word];
    arrived[word] = 0;
    return mask;
  }

  /** Returns, and forgets, 64 inputs as a mask: those that were full and have got room. */
  long takeFreed(int word) {
    long mask = freed[word];
    freed[word] = 0;
    return mask;
  }

  /** Returns the first packet that an output has received by a cycle, or {@link #NONE}. */
  int peek(int port, long cycle) {
    return output[port].isDue(cycle) ? output[port].peek() : NONE;
  }

  /** Returns the cycle from which the first packet of an output can be received. */
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
        // an input may have come to wait for a later output only now
        rest = bit == 63 ? 0 : contested[word] & (-2L << bit);
      }
    }
  }

  private void grant(int port, long cycle) {
    if (output[port].size() >= outputCapacity || outputFreeAt[port] > cycle) {
      return;
    }
    int winner = choose(port, cycle);
    if (winner == NONE) {
      return;
    }
    firstInput[port] = winner + 1 == inputs ? 0 : winner + 1;
    long moving = takeFirst(winner);
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
    if (output[port].isEmpty()) {
      occupied[port >>> 6] |= 1L << port;
      arrived[port >>> 6] |= 1L << port;
    }
    output[port].push((int) (moving & ~FOLLOWS), cycle + flits - 1 + latency);
  }

  private long takeFirst(int port) {
    int first = head[port];
    int left = --waitingPackets[port];
    if (left == inputCapacity - 1) {
      freed[port >>> 6] |= 1L << port;
    }
    head[port] = left == 0 ? 0 : (first + 1) & ringMask; // stays in few cache lines when it empties
    return packet[port * (ringMask + 1) + first];
  }

  /** The first of the inputs that wait, from the one whose turn it is, and that are not sending. */
  private int choose(int port, long cycle) {
    int start = firstInput[port];
    int first = start >>> 6;
    long late = -1L << start; // in the first word, the inputs that come before it go round
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
      if (inputFreeAt[candidate] <= cycle) { // ever, where ports move whole packets
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
