package org.polyphony.host.broker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.polyphony.host.GpuScheduler.Answer;

/**
 * 25,000 random sequences of requests, releases, timeouts, ends and deaths for each policy, 100,000
 * in all; what must hold is checked after every step.
 */
class BrokerPropertyTest {
  private static final int SEQUENCES = 25_000;
  private static final int STEPS = 10;
  private static final int CLIENTS = 5;
  private static final long[] MEMORY = {10, 7};

  private final Map<Integer, Waiting> waits = new HashMap<>(); // model: who has not been answered
  private final Map<Integer, Integer> arrivals = new HashMap<>();
  private final boolean[] alive = new boolean[CLIENTS];
  private int arrival;
  private Broker broker;
  private Broker twin; // in which clients end as they should instead of dying
  private NotificationPolicy policy;

  static Stream<NotificationPolicy> policies() {
    return Stream.of(
        NotificationPolicies.FIFO,
        NotificationPolicies.MMU,
        NotificationPolicies.PRIORITY_FIFO,
        NotificationPolicies.PRIORITY_MMU);
  }

  @ParameterizedTest
  @MethodSource("policies")
  void keepsItsPromises(NotificationPolicy tested) {
    long seed = 123276;
    System.out.println(tested.name() + " seed " + seed);
    Random random = new Random(seed);
    policy = tested;
    for (int sequence = 0; sequence < SEQUENCES; sequence++) {
      begin();
      for (int step = 0; step < STEPS; step++) {
        step(random, random.nextInt(CLIENTS));
        check();
      }
    }
  }

  private void begin() {
    broker = new Broker(MEMORY, policy, new BrokerCounters());
    twin = new Broker(MEMORY, policy, new BrokerCounters());
    waits.clear();
    for (int client = 0; client < CLIENTS; client++) {
      start(client);
    }
  }

  private void start(int client) {
    alive[client] = true;
    assertEquals(Answer.DONE, broker.init(client));
    assertEquals(Answer.DONE, twin.init(client));
  }

  private void step(Random random, int client) {
    if (!alive[client]) {
      start(client);
    } else if (random.nextInt(8) == 0) {
      die(random, client);
    } else if (waits.containsKey(client)) {
      broker.giveUp(client); // its time is over
      twin.giveUp(client);
      waits.remove(client);
    } else if (random.nextBoolean()) {
      request(random, client);
    } else {
      release(random, client);
    }
  }

  private void die(Random random, int client) {
    alive[client] = false;
    waits.remove(client);
    if (random.nextBoolean()) {
      broker.clientDied(client);
      broker.sanityCheck();
    } else {
      broker.shutdown(client);
    }
    twin.shutdown(client);
  }

  private void request(Random random, int client) {
    int device = random.nextInt(2);
    Waiting request =
        new Waiting(client, device, random.nextInt((int) MEMORY[device] + 1), random.nextInt(3));
    boolean blocking = random.nextInt(4) > 0;
    arrivals.put(client, arrival++);
    waits.put(client, request);
    List<Waiting> before = broker.state().waiting();
    Answer answer = broker.preAllocate(request, blocking);
    assertEquals(answer, twin.preAllocate(request, blocking));
    if (answer == Answer.DONE) {
      granted(client);
    } else if (answer == Answer.NOT_READY) {
      waits.remove(client);
      boolean laterPriorities =
          policy == NotificationPolicies.PRIORITY_FIFO; // have their notification now
      assertTrue(laterPriorities || before.equals(broker.state().waiting()), "refusal");
    }
  }

  private void release(Random random, int client) {
    int device = random.nextInt(2);
    long held = broker.state().reserved(client, device);
    long bytes = random.nextInt((int) held + 2);
    String before = bytes > held ? broker.state().toString() : null;
    Answer answer = broker.postFree(client, device, bytes);
    twin.postFree(client, device, bytes);
    assertEquals(bytes <= held ? Answer.DONE : Answer.NOT_RESERVED, answer);
    assertTrue(bytes <= held || broker.state().toString().equals(before), "refusal");
  }

  /** A grant overtakes nobody whom the policy puts first. */
  private void granted(int client) {
    Waiting request = waits.remove(client);
    for (Waiting other : waits.values()) {
      boolean isEarlier = arrivals.get(other.client()) < arrivals.get(client);
      if (other.device() == request.device()) {
        assertTrue(!(policy == NotificationPolicies.FIFO) || !isEarlier, "FIFO overtakes");
        assertTrue(!isByPriority() || other.priority() <= request.priority(), "priority");
      }
    }
  }

  private boolean isByPriority() {
    return policy == NotificationPolicies.PRIORITY_FIFO
        || policy == NotificationPolicies.PRIORITY_MMU;
  }

  private void check() {
    List<Integer> grants = new ArrayList<>();
    for (Integer c = broker.takeGranted(); c != null; c = broker.takeGranted()) {
      grants.add(c);
      assertEquals(c, twin.takeGranted());
    }
    grants.forEach(client -> assertTrue(waits.containsKey(client), "a grant nobody waits for"));
    grants.forEach(this::granted);
    BrokerState state = broker.state();
    assertTrue(state.isIntact(), state::toString); // sums agree, nothing exceeds the memory
    assertEquals(waits.keySet(), clients(state), "a request or a grant is lost");
    assertEquals(twin.state().toString(), state.toString()); // death and recovery leave no trace
    for (int device = 0; device < MEMORY.length; device++) {
      checkNobodyWaitsInVain(state, device);
    }
  }

  private static Set<Integer> clients(BrokerState state) {
    Set<Integer> clients = new HashSet<>();
    state.waiting().forEach(request -> clients.add(request.client()));
    return clients;
  }

  private void checkNobodyWaitsInVain(BrokerState state, int device) {
    List<Waiting> waiting = state.waitingFor(device);
    if (waiting.isEmpty() || policy == NotificationPolicies.PRIORITY_FIFO) {
      return; // the latter serves one priority in a notification
    }
    int highest = waiting.stream().mapToInt(Waiting::priority).max().orElseThrow();
    for (Waiting request : waiting) {
      boolean isNext =
          policy == NotificationPolicies.MMU
              || (policy == NotificationPolicies.FIFO
                  ? request.equals(waiting.get(0))
                  : request.priority() == highest);
      assertTrue(!isNext || request.bytes() > state.free(device), "waits though it fits");
    }
  }
}
