package org.polyphony.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.Processors;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.gpu.sm.issue.WarpScheduling;
import org.polyphony.gpu.testing.DeviceRun;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.gpu.testing.SmallGpu;
import org.polyphony.policy.partition.Alone;
import org.polyphony.policy.partition.DeviceView;
import org.polyphony.policy.partition.PartitionPolicy;
import org.polyphony.policy.partition.SmkEven;
import org.polyphony.policy.preemption.Preemptions;
import org.polyphony.policy.warp.WarpSchedulers;
import org.polyphony.workload.kernel.ModelOptions;
import org.polyphony.workload.kernel.ModelWorkload;

/** Kernels whose thread blocks or clusters draw their tiles while they run. */
class DrawnTilesTest {
  private static final WarpScheduling SCHEDULING = WarpSchedulers.scheduling("gto", "none");
  private static final int WHOLE_SM = 16384; // bytes of shared memory
  private static final int SMALL_CONTEXT = 512; // bytes: quickly saved

  /** A model that writes an element for each tile, after as much work as an expression says. */
  private static String model(String work, int tiles, int grid, int cluster, int sharedMemory) {
    return """
        {"schemaVersion": 1, "name": "tiles", "about": "for tests",
         "arrays": {"out": {"element": 128, "count": %d}},
         "kernels": {"k": {
           "registers": 16, "block": [64], "grid": [%d], "cluster": [%d], "sharedMemory": %d,
           "program": [
             "MOV R1 = ",
             {"loop": "t", "draws": "tile", "below": "%d", "body": [
               {"loop": "w", "trips": "%s", "body": ["FFMA R1 = R1, R1"]},
               {"if": "warp == 0 && bx %% %d == 0", "then": ["STG.E R1 @ out[tile] + lane * 4"]},
               "BAR.SYNC"]}]}},
         "launches": [{"launch": "k"}]}
        """
        .formatted(tiles, grid, cluster, sharedMemory, tiles, work, cluster);
  }

  /** A model whose tiles need no work. */
  private static String empty(int tiles) {
    String model = model("0", tiles, 1, 1, 0);
    int begin = model.indexOf("{\"loop\": \"w\"");
    return model.substring(0, begin) + "]}]}}," + model.substring(model.indexOf(" \"launches\""));
  }

  private static TileLog log(String model) {
    return new TileLog(ModelWorkload.parse(model, "tiles.json", ModelOptions.DEFAULT));
  }

  private static DeviceRun run(GpuConfig device, TileLog log) {
    DeviceRun run = DeviceRun.of(device, SCHEDULING, new Alone(), log).run();
    run.drain().gpu().verifyConservation();
    return run;
  }

  private static List<Long> allOf(int tiles) {
    return LongStream.range(0, tiles).boxed().toList();
  }

  @Test
  void aThreadBlockWithALongTileLeavesTheOthersToTheRest() {
    TileLog log = log(model("tile == 0 ? 400 : 20", 8, 2, 1, 0));
    run(new SmallGpu().config(), log);

    // 0 and 1 at the launch, 2 and 3 at once, in the order of SMs; the others as they are asked for
    assertEquals(List.of(0L, 2L), log.of(0));
    assertEquals(List.of(1L, 3L, 4L, 5L, 6L, 7L), log.of(1));
  }

  @Test
  void equalTilesAreSharedEvenly() {
    TileLog log = log(model("30", 8, 2, 1, 0));
    run(new SmallGpu().config(), log);

    assertEquals(List.of(0L, 2L, 4L, 6L), log.of(0));
    assertEquals(List.of(1L, 3L, 5L, 7L), log.of(1));
  }

  @Test
  void threadBlocksThatFindNoTileEndAtOnce() {
    TileLog log = log(model("30", 8, 6, 1, WHOLE_SM));
    TileLog fitting = log(model("30", 8, 2, 1, WHOLE_SM));
    long more =
        run(new SmallGpu().config(), log).kernelCycles()
            - run(new SmallGpu().config(), fitting).kernelCycles();

    assertEquals(allOf(8), log.all());
    for (int block = 2; block < 6; block++) {
      assertEquals(List.of(), log.of(block));
    }
    assertTrue(more < 150, more + " cycles more for two thread blocks each that do nothing");
  }

  @Test
  void aThreadBlockWithFewerTilesThanSmsEnds() {
    TileLog log = log(model("30", 1, 4, 1, 0));
    run(new SmallGpu().config(), log);

    assertEquals(allOf(1), log.all());
    assertEquals(List.of(0L), log.of(0));
  }

  /**
   * Work that is shorter than a draw waits for it: each draw is asked for as its forerunner comes.
   */
  @Test
  void shortTilesTakeTheLatencyOfADrawEach() {
    GpuConfig device = new SmallGpu().config();
    long six = run(device, log(empty(6))).kernelCycles();
    long ten = run(device, log(empty(10))).kernelCycles();

    // 3 cycles of the crossbar there and back, 20 of L2
    assertEquals(2 * 3 + 20, device.drawLatency());
    assertEquals(4L * device.drawLatency(), ten - six);
  }

  @Test
  void theThreadBlocksOfAClusterHaveTheSameTiles() {
    String ofBoth = model("tile == 0 ? 400 : 20", 6, 4, 2, 0).replace("&& bx % 2 == 0", "");
    TileLog log = log(ofBoth);
    run(Devices.with(new SmallGpu().sms(4).config(), "clusterLatency 30"), log);

    assertEquals(List.of(0L, 2L), log.of(0));
    assertEquals(log.of(0), log.of(1));
    assertEquals(List.of(1L, 3L, 4L, 5L), log.of(2));
    assertEquals(log.of(2), log.of(3));
  }

  @Test
  void eachLaunchHasItsOwnTiles() {
    String twice =
        model("30", 8, 2, 1, 0)
            .replace("[{\"launch\": \"k\"}]", "[{\"launch\": \"k\"}, {\"launch\": \"k\"}]");
    TileLog log = log(twice);
    run(new SmallGpu().config(), log);

    assertEquals(List.of(0L, 2L, 4L, 6L, 0L, 2L, 4L, 6L), log.of(0));
  }

  @Test
  void kernelsOfTwoStreamsHaveTheirOwnTiles() {
    String streams =
        model("30", 8, 2, 1, 0)
            .replace(
                "[{\"launch\": \"k\"}]",
                "[{\"launch\": \"k\"}, {\"launch\": \"k\", \"stream\": 1}]");
    TileLog log = log(streams);
    run(new SmallGpu().config(), log);

    assertEquals(LongStream.range(0, 16).map(i -> i / 2).boxed().toList(), log.all());
  }

  private static GpuConfig device() {
    return Devices.with(
        new SmallGpu()
            .sms(20)
            .realFetch()
            .with(
                Devices.crossbar(
                    "flitBytes 32, packetPerCycle false, latency 12, creditLatency 8",
                    "inputBuffer 16, outputBuffer 16"))
            .config(),
        "gpcs",
        List.of(12, 8),
        "clusterLatency 30");
  }

  private static String random(long seed, int cluster, int mostShared) {
    Random random = new Random(seed);
    int tiles = 1 + random.nextInt(100);
    int grid = cluster * (1 + random.nextInt(40));
    int shared = random.nextInt(mostShared);
    String work = "hash(tile, warp) % " + (1 + random.nextInt(60));
    return model(work, tiles, grid, cluster, shared);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void everyTileIsExecutedOnceWhateverRunsTheSms(long seed) {
    int cluster = 1 << new Random(~seed).nextInt(3);
    TileLog one = log(random(seed, cluster, WHOLE_SM));
    TileLog four = log(random(seed, cluster, WHOLE_SM));
    DeviceRun alone = DeviceRun.of(device(), SCHEDULING, new Alone(), one).run();
    DeviceRun parallel = DeviceRun.of(device(), SCHEDULING, new Alone(), four);
    parallel.gpu().use(Processors.perRunAtOnce(4));

    assertEquals(alone.fingerprint(), parallel.run().fingerprint());
    assertEquals(allOf(one.all().size()), one.all());
    assertEquals(one.all(), four.all());
    for (int block = 0; block < 160; block++) {
      assertEquals(one.of(block), four.of(block), "tiles of thread block " + block);
    }
    alone.drain().gpu().verifyConservation();
  }

  /** New quotas at random every few hundred cycles. */
  private record Restless(Random random) implements PartitionPolicy {
    @Override
    public String name() {
      return "restless";
    }

    @Override
    public long partition(long cycle, DeviceView device, Quotas quotas) {
      for (int i = 0; i < device.kernels(); i++) {
        for (int sm = 0; sm < device.config().sms(); sm++) {
          quotas.set(sm, device.kernel(i), random.nextInt(4));
        }
        quotas.set(random.nextInt(device.config().sms()), device.kernel(i), 2); // never nowhere
      }
      return cycle + 1 + random.nextInt(600);
    }
  }

  @ParameterizedTest
  @CsvSource({"switch, 1", "switch, 2", "ideal, 5", "flush, 6", "chimera, 8", "drain, 10"})
  void preemptedThreadBlocksKeepTheirTiles(String technique, long seed) {
    List<TileLog> logs =
        LongStream.of(seed, seed + 50, seed + 100)
            .mapToObj(each -> log(random(each, 1, SMALL_CONTEXT)))
            .toList();
    DeviceRun run =
        DeviceRun.preempting(
            device(),
            new Restless(new Random(seed)),
            Preemptions.create(technique, device(), 15),
            logs.toArray(TileLog[]::new));

    run.run().drain().gpu().verifyConservation();
    run.control().scheduler().verifyConservation();
    for (TileLog log : logs) {
      assertEquals(allOf(log.all().size()), log.all());
    }
  }

  @Test
  void aWorkloadThatStartsAgainDrawsFromTheFirstTileOn() {
    TileLog log = log(model("30", 8, 2, 1, 0));
    TileLog other = log(model("200", 60, 2, 1, 0));
    DeviceRun.withBudget(new SmallGpu().config(), new SmkEven(), 100_000, log, other).run();

    long launches = log.all().stream().filter(tile -> tile == 0).count();
    assertTrue(launches > 1, launches + " launches");
    long last = log.all().stream().filter(tile -> tile == 7).count();
    assertTrue(last == launches || last == launches - 1, last + " of them complete");
  }
}
