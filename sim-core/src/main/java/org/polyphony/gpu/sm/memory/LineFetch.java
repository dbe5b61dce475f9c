package org.polyphony.gpu.sm.memory;

import org.polyphony.gpu.mem.MemoryPort;
import org.polyphony.gpu.mem.MemoryRequests;
import org.polyphony.gpu.queue.RequestFifo;

/**
 * Fetches the lines missed by a {@link LineReadCache} from L2, sector by sector.
 *
 * <p>State: the sectors waiting for the network, and the outstanding sectors of each MSHR.
 */
public final class LineFetch {
  private final int kind;
  private final int sm;
  private final MemoryRequests requests;
  private final MemoryPort memory;
  private final LineReadCache cache;
  private final int requestBytes;
  private final int requestsPerLine;
  private final int[] missing;
  private final RequestFifo outgoing = new RequestFifo(16);

  /**
   * Creates the path from a cache to L2.
   *
   * @param kind {@link MemoryRequests#FETCH} or {@link MemoryRequests#CONSTANT}
   */
  public LineFetch(
      int kind,
      int sm,
      MemoryRequests requests,
      MemoryPort memory,
      LineReadCache cache,
      int mshrs) {
    this.kind = kind;
    this.sm = sm;
    this.requests = requests;
    this.memory = memory;
    this.cache = cache;
    this.requestBytes = memory.fetchBytes(cache.lineBytes());
    this.requestsPerLine = Math.max(1, cache.lineBytes() / requestBytes);
    this.missing = new int[mshrs];
  }

  /** Returns whether a sector is waiting for the network. */
  public boolean isWaiting() {
    return !outgoing.isEmpty() || cache.nextMiss() != LineReadCache.NONE;
  }

  /**
   * Sends a sector if one is waiting and the network accepts it.
   *
   * @return whether anything moved
   */
  public boolean send(long cycle) {
    int mshr = cache.nextMiss();
    if (mshr != LineReadCache.NONE) {
      cache.missTaken();
      missing[mshr] = requestsPerLine;
      for (int s = 0; s < requestsPerLine; s++) {
        long address = cache.address(mshr) + (long) s * requestBytes;
        outgoing.push(requests.take(kind, address, sm, cache.kernel(mshr), mshr, 0));
      }
    }
    boolean sent = !outgoing.isEmpty() && memory.trySend(cycle, outgoing.peek());
    if (sent) {
      outgoing.pop();
    }
    return sent || mshr != LineReadCache.NONE;
  }

  /**
   * Handles an arrived sector.
   *
   * @return the waiters to wake; 0 while the line is incomplete
   */
  public long arrive(int request) {
    int mshr = requests.token(request);
    requests.free(request);
    missing[mshr]--;
    return missing[mshr] > 0 ? 0 : cache.fill(mshr);
  }
}
