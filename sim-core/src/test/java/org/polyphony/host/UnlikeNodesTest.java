package org.polyphony.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.polyphony.host.HostFixture.job;
import static org.polyphony.host.HostFixture.reserve;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.polyphony.host.app.Job;
import org.polyphony.host.app.Phase;
import org.polyphony.host.broker.SchedGpu;
import org.polyphony.input.InvalidInputException;

/**
 * A node of two cores with a device of 100 bytes, and one of two sockets of three cores, whose
 * clock halves when two are busy, with two devices of 300 bytes.
 */
class UnlikeNodesTest {
  private static final HostMachine MACHINE =
      new HostMachine(
          List.of(
              new HostMachine.Node(new HostMachine.Cpu(1, 2, List.of(), true), List.of(gpu(100))),
              new HostMachine.Node(
                  new HostMachine.Cpu(2, 3, List.of(200, 100), true), List.of(gpu(300), gpu(300)))),
          new HostMachine.Pcie(1_000_000_000, 0, 1_000_000_000));

  private final List<String> memory = new ArrayList<>(); // device and bytes, as they change
  private final TreeSet<Integer> busyCores = new TreeSet<>();

  private static HostMachine.HostGpu gpu(long bytes) {
    return new HostMachine.HostGpu("test", bytes, 1, 64, 16);
  }

  private List<JobResult> run(Job... jobs) {
    return HostFixture.of(
            MACHINE,
            HostFixture.EIGHT,
            new SchedGpu(MACHINE, HostFixture.BROKER, jobs.length),
            HostFixture::timeSliced,
            new Log(),
            List.of(jobs))
        .run();
  }

  private final class Log implements HostObserver {
    @Override
    public void core(long now, int core, boolean busy) {
      busyCores.add(core);
    }

    @Override
    public void memory(long now, int device, long bytes) {
      memory.add(device + ":" + bytes);
    }
  }

  @Test
  void numbersDevicesSocketsAndCoresNodeAfterNode() {
    assertEquals(3, MACHINE.devices());
    assertEquals(List.of(0, 1, 1), IntStream.range(0, 3).mapToObj(MACHINE::nodeOf).toList());
    assertEquals(List.of(0, 0, 1), IntStream.range(0, 3).mapToObj(MACHINE::local).toList());
    assertEquals(3, MACHINE.firstSocket(2));
    assertEquals(8, MACHINE.firstCore(2));
    assertEquals(6, MACHINE.maxCores());
  }

  @Test
  void aJobOfManyCoresRunsOnTheNodeThatHasThem() {
    run(job("a", 5, new Phase.Cpu(10)));

    assertTrue(busyCores.first() >= 2, busyCores.toString());
    assertEquals(5, busyCores.size());
  }

  @Test
  void aJobIsBoundToADeviceThatHasTheMemoryOfItsPeak() {
    run(
        job("a", 1, reserve(0, 200), new Phase.Allocate(200), new Phase.Cpu(10)),
        job("b", 1, reserve(0, 80), new Phase.Allocate(80), new Phase.Cpu(10)));

    assertEquals(List.of("1:200", "0:80"), memory.subList(0, 2));
  }

  @Test
  void aJobMayUseTheSecondDeviceOfItsNode() {
    run(
        job(
            "a",
            3,
            reserve(0, 50),
            new Phase.Allocate(50),
            reserve(1, 250),
            new Phase.Allocate(250),
            new Phase.Free(Phase.ALL, Phase.ALL)));

    assertEquals(List.of("1:50", "2:250", "2:0", "1:0"), memory);
  }

  @Test
  void theClockFallsWithTheBusyCoresOfTheNodeAlone() {
    assertEquals(10, run(job("a", 2, new Phase.Cpu(10))).get(0).endNanos());
    assertEquals(20, run(job("a", 4, new Phase.Cpu(10))).get(0).endNanos());
  }

  @Test
  void refusesAJobWhoseCoresAndMemoryAreOnDifferentNodes() {
    HostMachine machine =
        new HostMachine(
            List.of(
                new HostMachine.Node(new HostMachine.Cpu(1, 8, List.of(), true), List.of(gpu(9))),
                new HostMachine.Node(new HostMachine.Cpu(1, 1, List.of(), true), List.of(gpu(99)))),
            new HostMachine.Pcie(1, 0, 1));
    FifoJobs.Claims claims = new FifoJobs.Claims(8, 8, true, false, false, true);
    FifoJobs jobs = new FifoJobs(machine, claims, 1);

    assertEquals(
        "job a asks for 2 cores and 50 bytes of a device, no node has both",
        assertThrows(
                InvalidInputException.class,
                () -> jobs.submit(0, job("a", 2, reserve(0, 50), new Phase.Allocate(50))))
            .getMessage());
  }
}
