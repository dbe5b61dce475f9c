package org.polyphony.host.broker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.host.GpuScheduler.Answer;
import org.polyphony.host.broker.BrokerCounters.Count;
import org.polyphony.input.InvalidInputException;

/** One device of 100 bytes; clients 0 to 5. */
class BrokerTest {
  private final BrokerCounters counters = new BrokerCounters();
  private Broker broker;

  private Broker broker(NotificationPolicy policy) {
    broker = new Broker(new long[] {100}, policy, counters);
    for (int client = 0; client < 6; client++) {
      assertEquals(Answer.DONE, broker.init(client));
    }
    return broker;
  }

  private Answer ask(int client, long bytes) {
    return ask(client, bytes, 0);
  }

  private Answer ask(int client, long bytes, int priority) {
    return broker.preAllocate(new Waiting(client, 0, bytes, priority), true);
  }

  private List<Integer> granted() {
    List<Integer> granted = new ArrayList<>();
    for (Integer c = broker.takeGranted(); c != null; c = broker.takeGranted()) {
      granted.add(c);
    }
    return granted;
  }

  @Test
  void grantsWhatFitsToTheByteAndMakesTheNextWait() {
    broker(new Fifo());

    assertEquals(Answer.DONE, ask(0, 60));
    assertEquals(Answer.DONE, ask(1, 40));
    assertEquals(Answer.WAITING, ask(2, 1));
    assertNull(broker.takeGranted());
  }

  @Test
  void refusesAtOnceWhatTheDeviceDoesNotHave() {
    broker(new Fifo());

    assertEquals(Answer.TOO_LARGE, ask(0, 101));
    assertEquals(Answer.DONE, ask(0, 100));
    assertEquals(Answer.INVALID_DEVICE, broker.preAllocate(new Waiting(1, 1, 10, 0), true));
    assertEquals(List.of(), broker.state().waiting());
  }

  @Test
  void answersNotReadyWithoutBlockingAndForgetsTheRequest() {
    broker(new Fifo());
    ask(0, 60);

    assertEquals(Answer.NOT_READY, broker.preAllocate(new Waiting(1, 0, 50, 0), false));
    assertEquals(List.of(), broker.state().waiting());
  }

  @Test
  void refusesToFreeWhatIsNotReservedAndChangesNothing() {
    broker(new Fifo());
    ask(0, 60);
    String before = broker.state().toString();

    assertEquals(Answer.NOT_RESERVED, broker.postFree(0, 0, 61));
    assertEquals(Answer.NOT_RESERVED, broker.postFree(1, 0, 1));
    assertEquals(before, broker.state().toString());
    assertEquals(Answer.DONE, broker.postFree(0, 0, 60));
  }

  private void step(String step) {
    int[] of = Arrays.stream(step.split(" ", -1)).skip(1).mapToInt(Integer::parseInt).toArray();
    switch (step.substring(0, step.indexOf(' '))) {
      case "ask" -> ask(of[0], of[1], of.length > 2 ? of[2] : 0);
      case "free" -> broker.postFree(of[0], 0, of[1]);
      case "give-up" -> broker.giveUp(of[0]);
      case "shutdown" -> broker.shutdown(of[0]);
      default -> throw new IllegalArgumentException(step);
    }
  }

  /** Steps are of a client, bytes and a priority; behind an arrow, which clients they serve. */
  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          fifo | serves only the first | ask 0 60, ask 1 50, ask 2 30, free 0 5 ->, free 0 5 -> 1, free 0 50 -> 2
          fifo | lets those behind pass when the first gives up | ask 0 60, ask 1 50, ask 2 30, give-up 1 -> 2
          fifo | frees what is left at shutdown | ask 0 60, ask 1 60, shutdown 0 -> 1
          mmu | serves the first that fits | ask 0 60, ask 1 50, ask 2 30, ask 3 20, free 2 10 -> 3
          priority-mmu | leaves lower priorities waiting while a higher one does | ask 0 90, ask 1 10 1, ask 2 60 5, ask 3 10 1, free 0 20 ->, free 0 40 -> 2
          priority-fifo | serves a client of the same priority that fits | ask 0 100, ask 1 60 5, ask 2 20 5, free 0 30 -> 2
          priority-fifo | serves one priority in a notification | ask 0 100, ask 1 20 5, ask 2 20 1, free 0 60 -> 1
          priority-mmu | serves all priorities in a notification | ask 0 100, ask 1 20 5, ask 2 20 1, free 0 60 -> 1 2
          """)
  void serves(String policy, String rule, String steps) {
    broker(
        switch (policy) {
          case "fifo" -> new Fifo();
          case "mmu" -> new Mmu();
          case "priority-fifo" -> new PriorityFifo();
          default -> new PriorityMmu();
        });
    for (String step : steps.split(", ", -1)) {
      String[] parts = step.split(" ->", -1);
      step(parts[0]);
      if (parts.length > 1) {
        String granted = parts[1].strip().isEmpty() ? "[]" : "[" + parts[1].strip() + "]";
        assertEquals(granted.replace(" ", ", "), granted().toString(), rule);
      }
    }
  }

  @Test
  void keepsWhatADeadClientHoldsUntilASanityCheck() {
    broker(new Fifo());
    ask(0, 60);
    broker.clientDied(0);
    assertEquals(40, broker.state().free(0));

    assertEquals(Answer.DONE, ask(1, 100)); // finds out

    assertEquals(1, counters.get(Count.SANITY_FREES));
    assertEquals(List.of(1), broker.state().holders());
  }

  @Test
  void freesWhatIsLeftAtShutdown() {
    broker(new Fifo());
    ask(0, 60);
    ask(1, 60);

    broker.shutdown(0);

    assertEquals(List.of(1), granted());
    assertEquals(40, broker.state().free(0));
  }

  @Test
  void recoversDamagedDataFromTheBackupWhenAClientBegins() {
    broker(new Fifo());
    ask(0, 60);
    broker.shutdown(5); // makes the backup
    String whole = broker.state().toString();
    broker.corrupt();

    broker.init(7);

    assertEquals(1, counters.get(Count.RECOVERIES));
    assertEquals(whole, broker.state().toString());
  }

  @Test
  void forgetsClientsThatHaveEndedSinceTheBackup() {
    broker(new Fifo());
    ask(0, 60);
    broker.shutdown(5);
    broker.clientDied(0);
    broker.sanityCheck();
    broker.corrupt();

    broker.init(7);

    assertEquals(100, broker.state().free(0));
  }

  @Test
  void beginsAnewWithoutABackup() {
    broker(new Fifo());
    ask(0, 60);
    broker.corrupt();

    broker.init(7);

    assertEquals(1, counters.get(Count.FRESH_STARTS));
    assertEquals(100, broker.state().free(0));
    assertEquals(Answer.NOT_RESERVED, broker.postFree(0, 0, 60));
  }

  /** Client 3 died holding 80; client 2, which cannot be served, stands before client 1. */
  @Test
  void servesALowerPriorityWhenTheHigherOneThatDoesNotBlockHasBeenRefused() {
    broker(new PriorityMmu());
    ask(1, 20);
    ask(3, 80);
    assertEquals(Answer.WAITING, ask(1, 50));
    broker.clientDied(3);

    assertEquals(Answer.NOT_READY, broker.preAllocate(new Waiting(2, 0, 90, 1), false));

    assertEquals(List.of(1), granted());
  }

  @Test
  void forgetsThatAClientWaitedThatHasBeenServedSinceTheBackup() {
    broker(new Fifo());
    ask(0, 60);
    ask(1, 60);
    broker.shutdown(5); // the backup says that client 1 waits
    broker.postFree(0, 0, 60);
    broker.postFree(1, 0, 60);
    broker.corrupt();

    broker.init(7);

    assertEquals(List.of(), broker.state().waiting());
    assertEquals(Answer.DONE, ask(1, 40));
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
    String wrongIndex = assertThrows(InvalidInputException.class, () -> ask(0, 10)).getMessage();
    broker(new Stubborn(0));
    ask(0, 60);
    String tooMuch = assertThrows(InvalidInputException.class, () -> ask(1, 60)).getMessage();

    assertEquals("policy stubborn: next() chose request 2, of 0 to 0", wrongIndex);
    assertTrue(tooMuch.contains("stubborn: next() chose a request that does not fit in 40 bytes"));
  }
}
