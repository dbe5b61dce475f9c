package org.polyphony.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.part.PartConfig;
import org.polyphony.gpu.part.PartKind;
import org.polyphony.gpu.part.arbitration.Arbiter;
import org.polyphony.gpu.part.arbitration.Arbiters;
import org.polyphony.gpu.part.arbitration.Requesters;
import org.polyphony.gpu.testing.MixedKernel;
import org.polyphony.gpu.testing.SmallGpu;
import org.polyphony.input.Keys;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ArbitrationPartsTest extends PartContract {
  @Override
  List<String> keys() {
    return List.of("crossbar.arbiter", "l2.arbiter");
  }

  @Override
  List<String> names() {
    return Arbiters.KIND.bundled().stream().map(PartKind.Bundled::name).toList();
  }

  /** Runs two kernels on SMs whose misses meet at a channel with two slices. */
  private static RunResult run(Map<String, String> parts, Map<String, Object> more) {
    Map<String, Object> keys = new HashMap<>(more);
    parts.forEach((key, name) -> keys.put(key, new PartConfig(name, Map.of())));
    keys.putAll(Map.of("l2.bytes", 16384, "l1d.bytes", 2048, "dram.channels", 1, "l2.slices", 2));
    GpuConfig gpu = Keys.with(new SmallGpu().sms(4).config(), keys);
    RunRequest request =
        RunRequest.of(
            gpu,
            List.of(MixedKernel.random(1, 16).once(), MixedKernel.random(2, 16).once()),
            "smk-even");
    return new GpuSimulation().run(request, RunWatcher.NONE);
  }

  /** Round robin by what a part sees. */
  public static final class OwnRoundRobin implements Arbiter {
    private final Requesters requesters;
    private int last;

    public OwnRoundRobin(Requesters requesters) {
      this.requesters = requesters;
      last = requesters.inputs() - 1;
    }

    @Override
    public int choose(long cycle) {
      int next = 0;
      for (int i = requesters.size() - 1; i >= 0; i--) {
        next = requesters.input(i) > last ? i : next;
      }
      last = requesters.input(next);
      return next;
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void roundRobinAsAPartOfOnesOwnGivesTheResultsOfRoundRobin(boolean movesPackets) {
    Map<String, Object> ports =
        Map.of("crossbar.packetPerCycle", movesPackets, "crossbar.keepsLines", true);
    String own = OwnRoundRobin.class.getName();
    RunResult bundled = run(Map.of(), ports);

    assertEquals(
        bundled.device(), run(Map.of("crossbar.arbiter", own, "l2.arbiter", own), ports).device());
    assertNotEquals(bundled.device(), run(Map.of("crossbar.arbiter", "age"), ports).device());
    assertNotEquals(bundled.device(), run(Map.of("l2.arbiter", "weighted"), ports).device());
  }

  /** Round robin that lets every port rest in 15 of 16 cycles. */
  public static final class Slow implements Arbiter {
    private final OwnRoundRobin turns;

    public Slow(Requesters requesters) {
      turns = new OwnRoundRobin(requesters);
    }

    @Override
    public int choose(long cycle) {
      return cycle % 16 == 0 ? turns.choose(cycle) : NONE;
    }
  }

  @Test
  void anArbiterMayWait() {
    long fast = run(Map.of(), Map.of()).cycles();

    assertTrue(run(Map.of("crossbar.arbiter", Slow.class.getName()), Map.of()).cycles() > fast);
    assertTrue(run(Map.of("l2.arbiter", Slow.class.getName()), Map.of()).cycles() > fast);
  }

  /** Names a requester that is not there. */
  public static final class Beside implements Arbiter {
    private final Requesters requesters;

    public Beside(Requesters requesters) {
      this.requesters = requesters;
    }

    @Override
    public int choose(long cycle) {
      return requesters.size();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"crossbar.arbiter", "l2.arbiter"})
  void anArbiterThatNamesNoRequesterEndsTheRunWithItsCall(String key) {
    Map<String, String> parts = Map.of(key, Beside.class.getName());

    PolicyFailure failure = assertThrows(PolicyFailure.class, () -> run(parts, Map.of()));

    String message = failure.getMessage();
    assertTrue(
        message.matches(
            "cycle \\d+, epoch 0, of .*: gpu\\."
                + key
                + " \\(.*Beside\\): choose\\(cycle \\d+\\)"
                + " returned (\\d+), allowed: -1, or one of \\1 requesters"),
        message);
  }
}
