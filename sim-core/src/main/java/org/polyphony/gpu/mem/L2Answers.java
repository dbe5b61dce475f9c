package org.polyphony.gpu.mem;

import org.polyphony.gpu.config.L2Config;
import org.polyphony.gpu.queue.RequestFifo;
import org.polyphony.gpu.queue.TimedFifo;

/**
 * What an L2 slice answers: hits at once, those from the other half of L2 after their way from
 * there, and the requests of a sector that has come, one in a cycle. All go into the reply network
 * where it has room.
 */
final class L2Answers {
  private final int slice;
  private final int farLatency;
  private final MemoryRequests requests;
  private final RequestBytes bytes;
  private final CrossbarNetwork network;
  private final L2Cache cache;
  private final RequestFifo filledLists; // of requests whose sector has come
  private final TimedFifo fromAfar;

  L2Answers(
      int slice,
      L2Config config,
      MemoryRequests requests,
      RequestBytes bytes,
      CrossbarNetwork network,
      L2Cache cache) {
    this.slice = slice;
    this.farLatency = config.farLatency();
    this.requests = requests;
    this.bytes = bytes;
    this.network = network;
    this.cache = cache;
    filledLists = new RequestFifo(config.mshrEntries());
    fromAfar = new TimedFifo(Math.max(1, farLatency));
  }

  /** Returns whether the reply network has room. */
  boolean haveRoom() {
    return network.canSend(slice);
  }

  /** Answers a request now; there must be room. */
  void send(int request) {
    network.send(slice, requests.sm(request), request, bytes.toSm(request));
  }

  /** Answers a request when its data has come from the other half. */
  void sendFromAfar(int request, long cycle) {
    fromAfar.push(request, cycle + farLatency);
  }

  /** Answers the requests of a list, one after another. */
  void sendList(int list) {
    filledLists.push(list);
  }

  /**
   * Does the work of a cycle.
   *
   * @return whether a request of a list was answered
   */
  boolean tick(long cycle) {
    if (fromAfar.isDue(cycle) && haveRoom()) {
      send(fromAfar.pop());
    }
    if (filledLists.isEmpty() || !haveRoom()) {
      return false;
    }
    int request = cache.takeAnswer(filledLists.peek());
    if (requests.next(request) == MemoryRequests.NONE) {
      filledLists.pop();
    }
    if (requests.kind(request) == MemoryRequests.ALLOCATE) {
      requests.free(request);
    } else {
      send(request);
    }
    return true;
  }

  /**
   * Returns the next cycle with work unless the reply network has room again, or {@link
   * Long#MAX_VALUE}.
   */
  long nextTick(long cycle) {
    if (isEmpty() || !haveRoom()) {
      return Long.MAX_VALUE;
    }
    return filledLists.isEmpty() ? Math.max(fromAfar.peekTime(), cycle + 1) : cycle + 1;
  }

  boolean isEmpty() {
    return filledLists.isEmpty() && fromAfar.isEmpty();
  }
}
