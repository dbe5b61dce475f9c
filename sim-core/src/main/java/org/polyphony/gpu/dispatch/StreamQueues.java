package org.polyphony.gpu.dispatch;

import java.util.Arrays;
import java.util.List;
import org.polyphony.gpu.kernel.Workload;

/**
 * The hardware queues of a run. Each stream of a process has a queue; if there are more streams
 * than queues, streams of a process share them, which orders their kernels. Source: the 32 hardware
 * queues of Hyper-Q.
 *
 * <p>Queue p is that of the first stream of process p; the queues of further streams follow.
 */
public final class StreamQueues {
  private final int[] process; // by queue
  private final int[][] queues; // by process and stream

  private StreamQueues(int[] streams) {
    int most = Math.max(1, KernelControlBlocks.ROWS / streams.length);
    queues = new int[streams.length][];
    int count = streams.length;
    for (int p = 0; p < streams.length; p++) {
      queues[p] = new int[Math.min(streams[p], most)];
      queues[p][0] = p;
      for (int stream = 1; stream < queues[p].length; stream++) {
        queues[p][stream] = count++;
      }
    }
    process = new int[count];
    for (int p = 0; p < streams.length; p++) {
      for (int queue : queues[p]) {
        process[queue] = p;
      }
    }
  }

  /** Creates the queues of processes that each run one workload. */
  public static StreamQueues of(List<Workload> workloads) {
    return new StreamQueues(workloads.stream().mapToInt(Workload::streams).toArray());
  }

  /** Creates one queue for each process: all streams of a process share it. */
  public static StreamQueues onePerProcess(int processes) {
    int[] streams = new int[processes];
    Arrays.fill(streams, 1);
    return new StreamQueues(streams);
  }

  public int count() {
    return process.length;
  }

  public int processes() {
    return queues.length;
  }

  public int process(int queue) {
    return process[queue];
  }

  /** Returns the queues of a process, that of the first stream first; not to be changed. */
  public int[] ofProcess(int ofProcess) {
    return queues[ofProcess];
  }

  int ofStream(int ofProcess, int stream) {
    return queues[ofProcess][stream % queues[ofProcess].length];
  }
}
