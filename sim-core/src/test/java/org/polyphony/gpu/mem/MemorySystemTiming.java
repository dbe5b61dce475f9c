package org.polyphony.gpu.mem;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Times the memory system alone under traffic like that of k-means: every SM keeps up to 256 sector
 * reads under way, of which most miss L2. Run its main method; prints rates per second of CPU time.
 */
final class MemorySystemTiming {
  private static final int SMS = TestDevice.SMS;
  private static final int OUTSTANDING = 256;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final MemoryRequests requests = new MemoryRequests();
  private final MemoryCounters counters = new MemoryCounters(1);
  private final MemorySystem memory =
      new MemorySystem(TestDevice.reference().gpu(), requests, counters, 0);
  private final int[] outstanding = new int[SMS];
  private final long[] sent = new long[SMS];
  private final int objects;
  private long cycle;

  private MemorySystemTiming(int objects) {
    this.objects = objects;
  }

  /** Runs and prints, for 2048 and 128 objects an SM or the number given. */
  public static void main(String[] arguments) {
    int[] sizes = {2048, 128};
    if (arguments.length > 0) {
      sizes = new int[] {Integer.parseInt(arguments[0])};
    }
    for (int objects : sizes) {
      MemorySystemTiming timing = new MemorySystemTiming(objects);
      for (int round = 0; round < 8; round++) {
        timing.measure(400_000);
      }
    }
  }

  private void measure(long cycles) {
    long start = THREADS.getCurrentThreadCpuTime();
    long before = counters.accepted();
    long misses = counters.l2Misses();
    long data = counters.dataClocks();
    long rows = counters.activates();
    run(cycles);
    double nanos = THREADS.getCurrentThreadCpuTime() - start;
    long done = counters.accepted() - before;
    System.out.printf(
        "%d objects: %.2f M cycles/s, %.1f ns a request, %.2f requests a cycle, L2 misses %.2f,"
            + " DRAM busy %.2f, bursts a row %.1f%n",
        objects,
        cycles / nanos * 1e3,
        nanos / done,
        (double) done / cycles,
        (double) (counters.l2Misses() - misses) / done,
        (counters.dataClocks() - data) / (cycles * 4 * 1752.5 / 1126),
        (double) (counters.dataClocks() - data) / (counters.activates() - rows));
  }

  private void run(long cycles) {
    for (long end = cycle + cycles; cycle < end; cycle++) {
      memory.tick(cycle);
      for (int sm = 0; sm < SMS; sm++) {
        int reply = memory.reply(sm, cycle);
        if (reply != MemorySystem.NONE) {
          memory.takeReply(sm, reply, cycle);
          requests.free(reply);
          outstanding[sm]--;
        }
        if (outstanding[sm] < OUTSTANDING) {
          send(sm);
        }
      }
    }
  }

  /** Sends one lane's read: objects of 34 words in rows, a warp of 32 objects, word by word. */
  private void send(int sm) {
    long n = sent[sm];
    long object = n % objects;
    long word = n / objects % 34;
    long address = (((sm * (long) objects + object) * 34 + word) * 4) & -32L;
    int request = requests.take(MemoryRequests.READ, address, sm, 0, 0, 0);
    if (memory.trySend(cycle, sm, request)) {
      outstanding[sm]++;
      sent[sm]++;
    } else {
      requests.free(request);
    }
  }
}
