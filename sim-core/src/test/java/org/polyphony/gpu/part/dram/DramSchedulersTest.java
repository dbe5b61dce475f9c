package org.polyphony.gpu.part.dram;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.part.PartConfig;
import org.polyphony.gpu.part.Parts;

/** Orders of requests, worked out by hand. */
class DramSchedulersTest {
  /** A request, by a name for the test. */
  private record Request(String name, int workload, int bank, int row, int bursts) {}

  /** A channel of two banks, each of which is idle again as soon as it has served a request. */
  private static final class Channel implements DramQueue {
    private final List<Request> queue = new ArrayList<>();
    private final int[] openRows = {NONE, NONE};
    private int bank; // whose turn it is

    Channel with(String name, int workload, int bank, int row) {
      queue.add(new Request(name, workload, bank, row, 1));
      return this;
    }

    String order(String scheduler, Map<String, Object> parameters) {
      PartConfig config = new PartConfig(scheduler, parameters);
      DramScheduler made = DramSchedulers.KIND.make(config, this, new Parts(1, 2));
      List<String> order = new ArrayList<>();
      for (long clock = 0; !queue.isEmpty() && clock < 100; clock++) {
        int index = hasRequest(bank) ? made.choose(clock) : DramScheduler.NONE;
        if (index != DramScheduler.NONE) {
          Request served = queue.remove(index);
          openRows[served.bank()] = served.row();
          order.add(served.name());
        }
        bank = 1 - bank;
      }
      return String.join(" ", order);
    }

    private boolean hasRequest(int of) {
      return queue.stream().anyMatch(request -> request.bank() == of);
    }

    @Override
    public int size() {
      return queue.size();
    }

    @Override
    public int banks() {
      return 2;
    }

    @Override
    public int workloads() {
      return 2;
    }

    @Override
    public long seed() {
      return 0;
    }

    @Override
    public int workload(int request) {
      return queue.get(request).workload();
    }

    @Override
    public int bank(int request) {
      return queue.get(request).bank();
    }

    @Override
    public int row(int request) {
      return queue.get(request).row();
    }

    @Override
    public long arrival(int request) {
      return 0;
    }

    @Override
    public boolean isWrite(int request) {
      return false;
    }

    @Override
    public int bursts(int request) {
      return queue.get(request).bursts();
    }

    @Override
    public boolean mayServe(int request) {
      return bank(request) == bank;
    }

    @Override
    public boolean isRowHit(int request) {
      return row(request) == openRows[bank(request)];
    }

    @Override
    public int openRow(int bank) {
      return openRows[bank];
    }

    @Override
    public int firstBank() {
      return bank;
    }
  }

  private static Channel hitsBehindAConflict() {
    return new Channel()
        .with("a1", 0, 0, 7)
        .with("b", 1, 0, 9)
        .with("a2", 0, 0, 7)
        .with("a3", 0, 0, 7)
        .with("a4", 0, 0, 7);
  }

  @Test
  void fcfsServesInOrderOfArrivalWhateverIsOpen() {
    assertEquals("a1 b a2 a3 a4", hitsBehindAConflict().order("fcfs", Map.of()));
  }

  @Test
  void fcfsLetsAnIdleBankWaitBehindTheOldestRequest() {
    Channel channel = new Channel().with("a", 0, 0, 7).with("b", 0, 1, 7);
    DramScheduler fcfs = new Fcfs(channel);
    channel.bank = 1;

    assertEquals(DramScheduler.NONE, fcfs.choose(5));
  }

  @Test
  void cappedFrFcfsLetsTwoHitsPassTheOldestRequestOfABankAndNotThree() {
    assertEquals("a1 a2 a3 b a4", hitsBehindAConflict().order("fr-fcfs-cap", Map.of("cap", 2)));
  }

  @Test
  void cappedFrFcfsWithoutHitsThatPassIsFcfsInEachBankByTurns() {
    Channel channel =
        new Channel()
            .with("a1", 0, 0, 7)
            .with("a2", 0, 0, 8)
            .with("a3", 0, 0, 7)
            .with("b", 0, 1, 1);

    assertEquals("a1 b a2 a3", channel.order("fr-fcfs-cap", Map.of("cap", 0)));
  }

  @Test
  void leastServedAlternatesBetweenWorkloadsInSpiteOfTheRowHitsOfOne() {
    // a1 is the oldest; then b, as workload 1 has had nothing; then the two are even and no row hit
    // is left, as b has opened row 9, so the oldest
    assertEquals("a1 b a2 a3 a4", hitsBehindAConflict().order("least-served", Map.of()));
    assertEquals(
        "a1 b1 b2 a2 a3", // even after b1, so the row hit b2 comes before a2
        new Channel()
            .with("a1", 0, 0, 7)
            .with("a2", 0, 0, 7)
            .with("a3", 0, 0, 7)
            .with("b1", 1, 0, 1)
            .with("b2", 1, 0, 1)
            .order("least-served", Map.of()));
  }

  @Test
  void leastServedTakesRowHitsFirstWithinAWorkload() {
    assertEquals(
        "a1 a3 a2",
        new Channel()
            .with("a1", 0, 0, 7)
            .with("a2", 0, 0, 8)
            .with("a3", 0, 0, 7)
            .order("least-served", Map.of()));
  }

  @Test
  void leastServedForgetsHalfOfTheServiceAtEachInterval() {
    // with an interval of 1, each choice finds one column command halved to none: oldest first
    assertEquals(
        "a1 a2 b1",
        new Channel()
            .with("a1", 0, 0, 7)
            .with("a2", 0, 0, 7)
            .with("b1", 1, 0, 1)
            .order("least-served", Map.of("interval", 1)));
  }

  @Test
  void workloadFirstServesAWorkloadBeforeTheRowHitsOfAnother() {
    assertEquals(
        "b1 b2 a1 a3 a2",
        new Channel()
            .with("a1", 0, 0, 7)
            .with("a2", 0, 0, 8)
            .with("a3", 0, 0, 7)
            .with("b1", 1, 0, 1)
            .with("b2", 1, 0, 7)
            .order("workload-first", Map.of("workload", 1)));
  }
}
