package org.polyphony.host.broker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.host.GpuScheduler.Answer;
import org.polyphony.host.broker.BrokerCounters.Count;
import org.polyphony.input.InvalidInputException;

/** One device of 100 bytes; clients 0 to 5. */
class BrokerTest {
  private final BrokerCounters counters = new BrokerCounters();
  private final List<String> log = new ArrayList<>();
  private Broker broker;

  private Broker broker(NotificationPolicy policy) {
    broker = new Broker(new long[] {100}, policy, counters);
    for (int client = 0; client < 6; client++) {
      assertEquals(Answer.DONE, broker.init(client));
    }
    return broker;
  }

  /** Client, bytes, and the priority if there is one. */
  private static Waiting waiting(int... words) {
    return new Waiting(words[0], 0, words[1], words.length > 2 ? words[2] : 0);
  }

  /** Logs what is answered, or, where nothing is, the bytes that are free; and who is served. */
  private void take(String step) {
    String verb = step.substring(0, step.indexOf(' '));
    int[] words =
        Stream.of(step.substring(step.indexOf(' ') + 1).split(" ", -1))
            .mapToInt(Integer::parseInt)
            .toArray();
    Answer answer = null;
    switch (verb) {
      case "ask", "try" -> answer = broker.preAllocate(waiting(words), verb.equals("ask"));
      case "beside" -> answer = broker.preAllocate(new Waiting(words[0], 1, words[1], 0), true);
      case "free" -> answer = broker.postFree(words[0], 0, words[1]);
      case "drop" -> broker.giveUp(words[0]);
      case "die" -> broker.clientDied(words[0]);
      case "end" -> broker.shutdown(words[0]);
      case "damage" -> broker.corrupt();
      default -> broker.init(words[0]);
    }
    StringBuilder said = new StringBuilder();
    said.append(
        answer == null ? "" + broker.state().free(0) : answer == Answer.DONE ? "ok" : answer);
    for (Integer c = broker.takeGranted(); c != null; c = broker.takeGranted()) {
      said.append('+').append(c);
    }
    log.add(said.toString());
  }

  /**
   * A client asks for bytes, perhaps with a priority, tries to get them without waiting, frees
   * some, drops its request, dies, or ends; or the data are damaged and a client begins. The last
   * words: the bytes that are free and who waits.
   */
  @ParameterizedTest(name = "{0}: {3}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          fifo | ask 0 60, ask 1 40, ask 2 1 | ok ok WAITING 0 [2] | what fits to the byte
          fifo | ask 0 101, ask 0 100, beside 1 10 | TOO_LARGE ok INVALID_DEVICE 0 [] \
              | refused at once: what the device does not have
          fifo | ask 0 60, try 1 50 | ok NOT_READY 40 [] | the request is forgotten
          fifo | ask 0 60, free 0 61, free 1 1, free 0 60 | ok NOT_RESERVED NOT_RESERVED ok 100 [] \
              | what is not reserved cannot be freed
          fifo | ask 0 60, ask 1 50, ask 2 30, free 0 5, free 0 5, free 0 50 \
              | ok WAITING WAITING ok ok+1 ok+2 20 [] | only the first, though 2 would fit
          mmu  | ask 0 60, ask 1 50, ask 2 30, ask 3 20, free 2 10 \
              | ok WAITING ok WAITING ok+3 0 [1] | the first that fits
          priority-mmu | ask 0 90, ask 1 10 1, ask 2 60 5, ask 3 10 1, free 0 20, free 0 40 \
              | ok ok WAITING WAITING ok ok+2 0 [3] | lower priorities wait while a higher one does
          priority-fifo | ask 0 100, ask 1 60 5, ask 2 20 5, free 0 30 \
              | ok WAITING WAITING ok+2 10 [1] | one that follows, of the same priority, and fits
          priority-fifo | ask 0 100, ask 1 20 5, ask 2 20 1, free 0 60 \
              | ok WAITING WAITING ok+1 40 [2] | one priority in a notification
          priority-mmu | ask 0 100, ask 1 20 5, ask 2 20 1, free 0 60 \
              | ok WAITING WAITING ok+1+2 20 [] | all of them
          priority-mmu | ask 1 20, ask 3 80, ask 1 50, die 3, try 2 90 1 \
              | ok ok WAITING 0 NOT_READY+1 30 [] \
              | 2 stands before 1, and is refused: what 3 held is found, and serves 1
          fifo | ask 0 60, ask 1 50, ask 2 30, drop 1 | ok WAITING WAITING 10+2 10 [] \
              | those behind pass
          fifo | ask 0 60, die 0, ask 1 100 | ok 40 ok 0 [] | what a dead client held is found
          fifo | ask 0 60, ask 1 60, end 0 | ok WAITING 40+1 40 [] | the end frees what is left
          fifo | ask 0 60, end 5, die 0, try 1 100, free 1 100, damage 0, begin 7 \
              | ok 40 40 ok ok 100 100 100 [] \
                  | those who have ended since the backup of 5 are forgotten
          fifo | ask 0 60, damage 0, begin 7, free 0 60 | ok 40 100 NOT_RESERVED 100 [] \
              | without a backup all begins anew
          fifo | ask 0 60, ask 1 60, end 5, free 0 60, free 1 60, damage 0, begin 7, ask 1 40 \
              | ok WAITING 40 ok+1 ok 100 40 ok 0 [] \
                  | that 1 waited, at the backup, is forgotten, and 0 has its 60 again
          """)
  void serves(String policy, String steps, String expected, String why) {
    broker(NotificationPolicies.create(policy));
    for (String step : steps.split(", ", -1)) {
      take(step);
    }
    log.add(broker.state().free(0) + " ");
    String all = String.join(" ", log);

    assertEquals(
        expected, all + broker.state().waiting().stream().map(Waiting::client).toList(), why);
  }

  @Test
  void recoversDamagedDataFromTheBackupWhenAClientBegins() {
    broker(NotificationPolicies.FIFO);
    take("ask 0 60");
    broker.shutdown(5); // makes the backup
    String whole = broker.state().toString();
    broker.corrupt();

    broker.init(7);

    assertEquals(1, counters.get(Count.RECOVERIES));
    assertEquals(whole, broker.state().toString());
  }

  /** A user's policy that always chooses the same. */
  private record Stubborn(int choice) implements NotificationPolicy {
    @Override
    public String name() {
      return "stubborn";
    }

    @Override
    public int next(List<Waiting> waiting, long freeBytes, int servedPriority) {
      return choice;
    }
  }

  @Test
  void saysWhatAPolicyHasChosenThatCannotBe() {
    broker(new Stubborn(2));
    String wrongIndex =
        assertThrows(InvalidInputException.class, () -> take("ask 0 10")).getMessage();
    broker(new Stubborn(0));
    take("ask 0 60");
    String tooMuch = assertThrows(InvalidInputException.class, () -> take("ask 1 60")).getMessage();

    assertEquals("policy stubborn: next() chose request 2, of 0 to 0", wrongIndex);
    assertTrue(tooMuch.contains("stubborn: next() chose a request that does not fit in 40 bytes"));
  }
}
