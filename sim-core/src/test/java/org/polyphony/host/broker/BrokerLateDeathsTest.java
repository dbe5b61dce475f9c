package org.polyphony.host.broker;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random sequences in which deaths are noticed only when a client asks or ends. */
class BrokerLateDeathsTest {
  private static final int CLIENTS = 5;
  private static final long MEMORY = 10;

  private final boolean[] alive = new boolean[CLIENTS];
  private Broker broker;

  static List<NotificationPolicy> policies() {
    return List.of(
        NotificationPolicies.FIFO, NotificationPolicies.MMU, NotificationPolicies.PRIORITY_MMU);
  }

  @ParameterizedTest
  @MethodSource("policies")
  void leavesNobodyWaitingWhomThePolicyWouldServe(NotificationPolicy policy) {
    long seed = 717;
    System.out.println(policy.name() + " seed " + seed);
    Random random = new Random(seed);
    for (int sequence = 0; sequence < 10_000; sequence++) {
      broker = new Broker(new long[] {MEMORY}, policy, new BrokerCounters());
      Arrays.fill(alive, false);
      for (int step = 0; step < 15; step++) {
        step(random, random.nextInt(CLIENTS));
        BrokerState state = broker.state();
        assertTrue(state.isIntact(), state::toString);
        List<Waiting> waiting = state.waitingFor(0);
        boolean servesNobody =
            waiting.isEmpty()
                || policy.next(waiting, state.free(0), NotificationPolicy.NONE)
                    == NotificationPolicy.NONE;
        assertTrue(servesNobody, state::toString);
      }
    }
  }

  private void step(Random random, int client) {
    int what = random.nextInt(8);
    if (!alive[client]) {
      alive[client] = true;
      broker.init(client);
    } else if (what == 0) {
      alive[client] = false;
      broker.clientDied(client); // nobody looks
    } else if (what == 1) {
      alive[client] = false;
      broker.shutdown(client);
    } else if (broker.state().waits(client)) {
      broker.giveUp(client);
    } else if (what == 2) {
      broker.postFree(client, 0, broker.state().reserved(client, 0));
    } else {
      long bytes = random.nextInt((int) MEMORY + 1);
      Waiting request = new Waiting(client, 0, bytes, random.nextInt(3));
      broker.preAllocate(request, random.nextBoolean());
    }
    while (broker.takeGranted() != null) {
      // a client that is told goes on
    }
  }
}
