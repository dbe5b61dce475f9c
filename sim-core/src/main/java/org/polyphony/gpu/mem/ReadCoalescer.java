package org.polyphony.gpu.mem;

import java.util.Arrays;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.Gpcs;

/**
 * The request coalescers of all GPCs: after a read of an SM, and before its reply, a few reads of
 * the same bytes by SMs of its GPC join it instead of going to L2, and its reply is copied to them.
 *
 * <p>The first read leads the others, which are linked by {@link MemoryRequests#joined}. One that
 * comes too late or finds its leader full leads again. Copies do not occupy the slice; each waits
 * until the port of its SM is free. Source: the L2 request coalescer of an NVIDIA H200
 * (experiments/hardware/shared-boxes.cu).
 */
final class ReadCoalescer {
  private static final int NONE = MemoryRequests.NONE;

  private final MemoryRequests requests;
  private final RequestBytes bytes;
  private final AddressMapping mapping;
  private final Gpcs gpcs;
  private final int most; // reads merged into one
  private final int window; // cycles for which a leader takes others
  private int[] leaders = new int[1 << 12]; // by hash of GPC and address, the next free place
  private long[] since = new long[leaders.length]; // by leader
  private int shift = Long.numberOfLeadingZeros(leaders.length) + 1;
  private int used;
  private final int[] firstCopy; // by crossbar port
  private final int[] lastCopy;

  /**
   * Creates empty coalescers.
   *
   * @param ports of the crossbar to SMs
   */
  ReadCoalescer(GpuConfig config, MemoryTables tables, int ports) {
    requests = tables.requests();
    bytes = tables.bytes();
    mapping = tables.mapping();
    gpcs = new Gpcs(config.sms(), config.gpcs());
    most = config.crossbar().mergedReads();
    window = config.crossbar().mergeWindow();
    firstCopy = new int[ports];
    lastCopy = new int[ports];
    Arrays.fill(firstCopy, NONE);
    Arrays.fill(leaders, NONE);
  }

  /** Returns whether a request joins another one; if not, it goes to L2. */
  boolean joins(int request, long cycle) {
    if (requests.kind(request) != MemoryRequests.READ) {
      return false;
    }
    int place = find(request);
    int leader = leaders[place];
    if (leader != NONE && cycle - since[place] <= window && hasJoined(leader, request)) {
      return true;
    }
    leaders[place] = request;
    since[place] = cycle;
    if (leader == NONE) {
      growIfCrowded();
    }
    return false;
  }

  /** Makes a request join a leader unless that has others enough; returns whether it has. */
  private boolean hasJoined(int leader, int request) {
    int last = leader;
    for (int merged = 1; merged < most; merged++) {
      int joined = requests.joined(last);
      if (joined == NONE) {
        requests.join(last, request);
        return true;
      }
      last = joined;
    }
    return false;
  }

  /**
   * Queues copies of a reply for the reads that have joined its request.
   *
   * @param due gets the ports that they wait for; bit i is port i
   * @return their number
   */
  int copy(int request, long[] due) {
    if (requests.kind(request) != MemoryRequests.READ) {
      return 0;
    }
    int place = find(request);
    if (leaders[place] == request) {
      remove(place);
    }
    int copies = 0;
    int last = request;
    for (int copy = requests.joined(last); copy != NONE; copy = requests.joined(last)) {
      requests.join(last, NONE);
      int port = mapping.port(requests.sm(copy), requests.address(copy));
      append(port, copy);
      due[port >>> 6] |= 1L << port;
      copies++;
      last = copy;
    }
    return copies;
  }

  private void append(int port, int copy) {
    requests.link(copy, NONE);
    if (firstCopy[port] == NONE) {
      firstCopy[port] = copy;
    } else {
      requests.link(lastCopy[port], copy);
    }
    lastCopy[port] = copy;
  }

  boolean hasCopy(int port) {
    return firstCopy[port] != NONE;
  }

  /** Removes and returns the first copy that waits for a port. */
  long takeCopy(int port) {
    int copy = firstCopy[port];
    firstCopy[port] = requests.next(copy);
    return Packet.of(copy, port, bytes.toSm(copy));
  }

  /** Returns the place of the leader with a request's address and GPC, or a free one. */
  private int find(int request) {
    int mask = leaders.length - 1;
    int place = home(request);
    while (leaders[place] != NONE && !isSame(leaders[place], request)) {
      place = place + 1 & mask;
    }
    return place;
  }

  private boolean isSame(int leader, int request) {
    return requests.address(leader) == requests.address(request)
        && gpcs.firstSm(requests.sm(leader)) == gpcs.firstSm(requests.sm(request));
  }

  private int home(int request) {
    long gpc = gpcs.firstSm(requests.sm(request));
    long key = (requests.address(request) >>> 5) ^ (gpc << 48);
    return (int) ((key * 0x9E3779B97F4A7C15L) >>> shift);
  }

  private void remove(int place) {
    used--;
    int mask = leaders.length - 1;
    int hole = place;
    for (int next = hole + 1 & mask; leaders[next] != NONE; next = next + 1 & mask) {
      if ((next - home(leaders[next]) & mask) >= (next - hole & mask)) {
        leaders[hole] = leaders[next];
        since[hole] = since[next];
        hole = next;
      }
    }
    leaders[hole] = NONE;
  }

  private void growIfCrowded() {
    if (++used * 2 <= leaders.length) {
      return;
    }
    int[] old = leaders;
    long[] oldSince = since;
    leaders = new int[old.length * 2];
    shift--;
    since = new long[leaders.length];
    Arrays.fill(leaders, NONE);
    for (int i = 0; i < old.length; i++) {
      if (old[i] != NONE) {
        int place = find(old[i]);
        leaders[place] = old[i];
        since[place] = oldSince[i];
      }
    }
  }
}
