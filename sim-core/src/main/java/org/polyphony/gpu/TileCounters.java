package org.polyphony.gpu;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.polyphony.gpu.dispatch.KernelControlBlocks;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.sm.async.DrawnTiles.Request;

/**
 * The counters from which clusters draw the {@link Kernel#tiles} of their kernel: a cluster gets
 * its first tile when it is launched, and the others in the order in which clusters ask, by cycle
 * and SM. Differs: DEVIATIONS.md 100.
 *
 * <p>State per kernel row: the next tile, and the first one of the cluster that was launched last.
 */
final class TileCounters {
  private static final Comparator<Request> ORDER =
      Comparator.comparingLong(Request::cycle).thenComparingInt(Request::sm);

  private final long[] next = new long[KernelControlBlocks.ROWS];
  private final long[] first = new long[KernelControlBlocks.ROWS];
  private final List<Request> requests = new ArrayList<>();

  /** A kernel starts: nothing of it is drawn. */
  void start(int row) {
    next[row] = 0;
  }

  /** Draws a tile. */
  long draw(int row) {
    return next[row]++;
  }

  /** Returns the first tile of a thread block that is launched, which its cluster draws once. */
  long first(int row, long threadBlock, int clusterSize) {
    if (threadBlock % clusterSize == 0) {
      first[row] = draw(row);
    }
    return first[row];
  }

  /** Returns the list to which requests are added, of a window of cycles. */
  List<Request> requests() {
    return requests;
  }

  /** Removes and returns the requests of a window in the order of their answers. */
  List<Request> takeInOrder() {
    List<Request> taken = new ArrayList<>(requests);
    taken.sort(ORDER); // stable: those of an SM stay as they were made
    requests.clear();
    return taken;
  }
}
