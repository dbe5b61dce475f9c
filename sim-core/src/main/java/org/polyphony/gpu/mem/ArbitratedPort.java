package org.polyphony.gpu.mem;

import org.polyphony.gpu.part.PartConfig;
import org.polyphony.gpu.part.Parts;
import org.polyphony.gpu.part.arbitration.Arbiter;
import org.polyphony.gpu.part.arbitration.Arbiters;
import org.polyphony.gpu.part.arbitration.Requesters;
import org.polyphony.usercode.UserCodeException;

/**
 * A port whose arbiter is not round robin: collects the inputs with a packet for it, and asks the
 * arbiter.
 *
 * <p>State per requester, until the choice: its input, request, bytes, and cycle of arrival.
 */
final class ArbitratedPort implements Requesters {
  private final String place;
  private final MemoryRequests requests;
  private final int workloads;
  private final long seed;
  private final int[] input;
  private final int[] request;
  private final int[] bytes;
  private final long[] arrival;
  private final Arbiter arbiter;
  private int size;

  /**
   * Creates a port.
   *
   * @param place key of the arbiter in the device's config
   * @param inputs exclusive upper bound of inputs
   */
  private ArbitratedPort(PartConfig config, String place, MemoryTables tables, int inputs) {
    this.place = place;
    requests = tables.requests();
    Parts parts = tables.parts();
    workloads = parts.workloads();
    seed = parts.nextSeed();
    input = new int[inputs];
    request = new int[inputs];
    bytes = new int[inputs];
    arrival = new long[inputs];
    arbiter = Arbiters.KIND.make(config, this, parts);
  }

  /** Returns ports, or none if the hardware around them arbitrates round robin itself. */
  static ArbitratedPort[] of(
      PartConfig config, String place, MemoryTables tables, int ports, int inputs) {
    boolean isDefault = Arbiters.KIND.isDefault(config);
    ArbitratedPort[] made = new ArbitratedPort[isDefault ? 0 : ports];
    for (int port = 0; port < made.length; port++) {
      made[port] = new ArbitratedPort(config, place, tables, inputs);
    }
    return made;
  }

  /** Forgets the requesters of the last choice. */
  void clear() {
    size = 0;
  }

  /** Adds a requester; inputs must be in ascending order. */
  void add(int from, int packet, int packetBytes, long arrived) {
    input[size] = from;
    request[size] = packet;
    bytes[size] = packetBytes;
    arrival[size++] = arrived;
  }

  /**
   * Returns the input that the arbiter chooses.
   *
   * @return {@link Arbiter#NONE} if it waits, or if there is no requester
   */
  int choose(long cycle) {
    int index = size == 0 ? Arbiter.NONE : chosen(cycle);
    if (index < Arbiter.NONE || index >= size) {
      String call = "choose(cycle %d) returned %d".formatted(cycle, index);
      String allowed = ", allowed: -1, or one of %d requesters".formatted(size);
      throw new UserCodeException(Parts.name(place, arbiter) + call + allowed);
    }
    return index == Arbiter.NONE ? Arbiter.NONE : input[index];
  }

  private int chosen(long cycle) {
    try {
      return arbiter.choose(cycle);
    } catch (Throwable e) {
      String call = "choose(cycle %d, with %d requesters)".formatted(cycle, size);
      throw UserCodeException.thrown(Parts.name(place, arbiter) + call, e);
    }
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public int inputs() {
    return input.length;
  }

  @Override
  public int workloads() {
    return workloads;
  }

  @Override
  public long seed() {
    return seed;
  }

  @Override
  public int input(int requester) {
    return input[requester];
  }

  @Override
  public int workload(int requester) {
    return AddressMapping.process(requests.address(request[requester]));
  }

  @Override
  public long arrival(int requester) {
    return arrival[requester];
  }

  @Override
  public int bytes(int requester) {
    return bytes[requester];
  }

  @Override
  public boolean isWrite(int requester) {
    int kind = requests.kind(request[requester]);
    return kind == MemoryRequests.WRITE || kind == MemoryRequests.WRITE_BACK;
  }
}
