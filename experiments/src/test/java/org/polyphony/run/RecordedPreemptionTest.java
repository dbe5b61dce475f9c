package org.polyphony.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.testing.MixedKernel;
import org.polyphony.gpu.testing.SmallGpu;
import org.polyphony.policy.preemption.Chimera;
import org.polyphony.simulation.EventLog;
import org.polyphony.simulation.GpuSimulation;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunSpec;

/** What the event log says of preemption is what the thread-block scheduler has counted. */
class RecordedPreemptionTest {
  private static final int SMS = 5;
  private final Map<String, Long> blocks = new TreeMap<>();
  private final Map<String, Long> cycles = new TreeMap<>();

  @ParameterizedTest
  @ValueSource(strings = {"drain", "switch", "flush", "chimera"})
  void hasEachPreemptedThreadBlockWithItsLatency(String technique) {
    RunResult result = run(technique);

    addUp(result.events());

    assertFalse(blocks.isEmpty());
    assertEquals(new TreeMap<>(result.partitioning().preemptions()), blocks);
    assertEquals(new TreeMap<>(result.partitioning().latencyCycles()), cycles);
  }

  @Test
  void usesHaveARoleForEachSmWhileThePolicyMeasures() {
    List<RunResult.SmUse> uses = run("drain").uses();

    assertTrue(uses.stream().anyMatch(use -> use.role().equals("follower")));
    for (RunResult.SmUse use : uses) {
      if (use.role().equals("dedicated")) {
        assertTrue(use.quotas().contains(0), use.toString());
      }
    }
  }

  /** With no limit to speak of all that is known to end drains; with none to keep, the fastest. */
  @Test
  void chimeraKeepsTheLatencyLimitOfTheRequest() {
    Map<String, Long> patient = run("chimera", 1e6).partitioning().preemptions();
    Map<String, Long> hasty = run("chimera", 1e-3).partitioning().preemptions();

    assertTrue(patient.get("drain") > hasty.getOrDefault("drain", 0L), patient + " " + hasty);
  }

  private static RunResult run(String technique) {
    return run(technique, Chimera.LATENCY_LIMIT_MICROSECONDS);
  }

  private static RunResult run(String technique, double latencyLimit) {
    RunSpec spec =
        RunSpec.of(
                new SmallGpu().sms(SMS).config(),
                List.of(MixedKernel.random(11, 40).once(), MixedKernel.random(12, 40).once()),
                "maestro")
            .policy("maestro", Map.of("epochCycles", 300))
            .preemption(technique)
            .preemptionLatencyLimit(latencyLimit)
            .restart(false)
            .epochCycles(1000)
            .build();
    return new GpuSimulation().run(spec);
  }

  /** Adds up decisions that a thread block is to leave, when it has left. */
  private void addUp(EventLog events) {
    Map<Integer, Integer> leaving = new HashMap<>(); // by place, the event of the decision
    for (int i = 0; i < events.size(); i++) {
      int place = events.sm(i) * 64 + events.slot(i);
      switch (events.kind(i)) {
        case DRAIN, SUSPEND, FLUSH -> leaving.put(place, i);
        case KEEP -> leaving.remove(place);
        case END, DROP -> left(events, i, leaving.remove(place));
        default -> assertFalse(leaving.containsKey(place));
      }
    }
  }

  private void left(EventLog events, int end, Integer decision) {
    if (decision != null) {
      String technique =
          switch (events.kind(end) == EventLog.Kind.END
              ? EventLog.Kind.DRAIN
              : events.kind(decision)) {
            case SUSPEND -> "switch";
            case FLUSH -> "flush";
            default -> "drain";
          };
      blocks.merge(technique, 1L, Long::sum);
      cycles.merge(technique, events.cycle(end) - events.cycle(decision), Long::sum);
    }
  }
}
