package org.polyphony.gpu.part.dram;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

    Channel(String requests) {
      for (String request : requests.split(" ", -1)) {
        String[] words = request.split("/", -1);
        int bank = Integer.parseInt(words[1]);
        int workload = words[0].charAt(0) - 'a';
        queue.add(new Request(words[0], workload, bank, Integer.parseInt(words[2]), 1));
      }
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

  /**
   * Requests of workload a or b: its name, the bank and the row. Hits behind a conflict are {@code
   * a1/0/7 b1/0/9 a2/0/7 a3/0/7 a4/0/7}.
   */
  @ParameterizedTest(name = "{0} {1}: {4}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          fcfs           |          | a1/0/7 b1/0/9 a2/0/7 a3/0/7 a4/0/7 | a1 b1 a2 a3 a4 \
              | in order of arrival whatever is open
          fr-fcfs-cap    | cap 2    | a1/0/7 b1/0/9 a2/0/7 a3/0/7 a4/0/7 | a1 a2 a3 b1 a4 \
              | two hits pass the oldest request of a bank and not three
          fr-fcfs-cap    | cap 0    | a1/0/7 a2/0/8 a3/0/7 b1/1/1 | a1 b1 a2 a3 \
              | without hits that pass: in order in each bank, by turns
          least-served   |          | a1/0/7 b1/0/9 a2/0/7 a3/0/7 a4/0/7 | a1 b1 a2 a3 a4 \
              | the oldest; b has had nothing; even then, and b has opened row 9, so the oldest
          least-served   |          | a1/0/7 a2/0/7 a3/0/7 b1/0/1 b2/0/1 | a1 b1 b2 a2 a3 \
              | even after b1, so the row hit b2 comes before a2
          least-served   |          | a1/0/7 a2/0/8 a3/0/7 | a1 a3 a2 | row hits within a workload
          least-served   | interval 1 | a1/0/7 a2/0/7 b1/0/1 | a1 a2 b1 \
              | each choice finds one column command halved to none: oldest first
          workload-first | workload 1 | a1/0/7 a2/0/8 a3/0/7 b1/0/1 b2/0/7 | b1 b2 a1 a3 a2 \
              | before the row hits of another
          """)
  void servesInOrder(
      String scheduler, String parameter, String requests, String order, String why) {
    Map<String, Object> parameters = new HashMap<>();
    if (parameter != null) {
      parameters.put(parameter.split(" ", -1)[0], Integer.parseInt(parameter.split(" ", -1)[1]));
    }

    assertEquals(order, new Channel(requests).order(scheduler, parameters), why);
  }

  @Test
  void fcfsLetsAnIdleBankWaitBehindTheOldestRequest() {
    Channel channel = new Channel("a1/0/7 b1/1/7");
    DramScheduler fcfs = new Fcfs(channel);
    channel.bank = 1;

    assertEquals(DramScheduler.NONE, fcfs.choose(5));
  }
}
