package org.polyphony.workload.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.kernel.Workload.HostCopy;
import org.polyphony.gpu.kernel.Workload.Launch;
import org.polyphony.input.InvalidInputException;

class TraceWorkloadTest {
  private static final String NOP = "0010 ffffffff 0 NOP 0 0 0";
  private static final String ODD = "0020 ffffffff 0 FROB.X 0 0 0";
  private static final String TMA = "0030 ffffffff 0 UTMALDG.2D 0 0 0";
  private static final String SYNC = "0040 ffffffff 0 SYNCS.EXCH.64 0 0 0";
  private static final String VIADD = "0050 ffffffff 1 R1 VIADD 1 R2 0 0";
  private static final String TEX = "0060 ffffffff 1 R1 TEX.B.LL 1 R2 0 0";

  @TempDir Path folder;

  private final List<String> notices = new ArrayList<>();

  private TraceWorkload open(Path path, boolean approximate) {
    return TraceWorkload.open(
        path, new TraceOptions(folder.resolve("cache"), approximate, notices::add));
  }

  private String refusal(Path path) {
    return assertThrows(InvalidInputException.class, () -> open(path, false)).getMessage();
  }

  private Path application() throws IOException {
    return TraceText.application(folder, TraceText.ofWarp(NOP, NOP));
  }

  /** As tracers name and write them since 2025: one list per CUDA context, clusters named. */
  @Test
  void readsTheListOfAContextAndThreadBlocksWithTheirPlaceInACluster() throws IOException {
    String kernel = "kernel-1-ctx_0x55d0.traceg.xz";
    new TraceText()
        .header()
        .beginBlock(0)
        .line("cluster id = 0,0,0")
        .line("cluster cta = 0,0,0")
        .line("cluster rank = 0")
        .warp(0, NOP)
        .endBlock()
        .write(folder, kernel);
    Path list = Files.writeString(folder.resolve("kernelslist_ctx_0x55d0.g"), kernel + "\n");

    TraceWorkload workload = open(list, false);

    assertEquals(1, workload.steps());
    assertTrue(TraceWorkload.isList(list));
  }

  @Test
  void saysHowABinaryTraceBecomesText() throws IOException {
    Files.write(folder.resolve("kernel-1.tracez"), new byte[] {1, 2});
    Path list = Files.writeString(folder.resolve("kernelslist.g"), "kernel-1.tracez\n");

    assertTrue(refusal(list).contains("found a binary trace, allowed: text"));
  }

  @Test
  void hasTheStepsOfTheListInOrder() throws IOException {
    TraceWorkload workload = open(application(), false);

    assertEquals("app", workload.name());
    assertEquals(4, workload.steps());
    assertEquals(new HostCopy(0x100, 64), workload.step(0));
    Launch second = assertInstanceOf(Launch.class, workload.step(2));
    assertEquals(2, ((TraceKernel) second.kernel()).warpInstructions());
  }

  private TraceWorkload inStreams(long first, long second) throws IOException {
    Path application = application();
    new TraceText().stream(first).oneWarp(NOP).write(application, "kernel-1.traceg.xz");
    new TraceText().stream(second).oneWarp(NOP).write(application, "kernel-2.traceg");
    return open(application, false);
  }

  private static List<Integer> streamsOfLaunches(TraceWorkload workload) {
    return IntStream.range(0, workload.steps())
        .mapToObj(workload::step)
        .filter(Launch.class::isInstance)
        .map(step -> ((Launch) step).streamId())
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"94046784093440, 0, '[0, 1, 0]'", "7, 7, '[0, 0, 0]'"})
  void numbersStreamsInTheOrderOfTheirFirstLaunches(long first, long second, String streams)
      throws IOException {
    TraceWorkload workload = inStreams(first, second);

    assertEquals(first == second ? 1 : 2, workload.streams());
    assertEquals(streams, streamsOfLaunches(workload).toString());
  }

  @Test
  void opensAFolderAndItsListAlikePacksEachTraceOnceAndSharesAKernelThatIsListedTwice()
      throws IOException {
    Path application = application();
    TraceWorkload workload = open(application, false);

    assertEquals(2, notices.size());
    assertEquals(workload.steps(), open(application.resolve("kernelslist.g"), false).steps());
    assertEquals(2, notices.size());
    assertEquals(3, workload.kernels().size());
    assertSame(workload.kernels().get(0), workload.kernels().get(2));
  }

  @Test
  void packsATraceAgainWhoseEntryInTheCacheWasCutOrWhichChanged() throws IOException {
    Path trace = TraceText.ofWarp(NOP, NOP).write(folder, "kernel-1.traceg");
    open(trace, false);
    try (Stream<Path> entries = Files.list(folder.resolve("cache"))) {
      Path entry = entries.findFirst().orElseThrow();
      Files.write(entry, Arrays.copyOf(Files.readAllBytes(entry), 20));
    }

    assertEquals(2, open(trace, false).kernels().get(0).warpInstructions());
    TraceText.ofWarp(NOP, NOP, NOP).write(folder, "kernel-1.traceg");
    assertEquals(3, open(trace, false).kernels().get(0).warpInstructions());
  }

  @Test
  void refusesAnInstructionThatIsNotModelledEvenOncePacked() {
    Path trace = TraceText.ofWarp(NOP, TMA, SYNC, TMA).write(folder, "kernel-1.traceg");
    open(trace, true);

    assertEquals(
        trace
            + ": kernel _Z4testPf, pc 0x0030: found UTMALDG.2D, which is not modeled (TMA moves no"
            + " data), and 1 more that are not modeled, allowed: modeled instructions, or"
            + " --approximate (\"approximate\": true in an experiment) to run it like that",
        refusal(trace));
  }

  @ParameterizedTest
  @CsvSource({
    "90, '" + ODD + "', FROB.X, an unknown opcode",
    "80, '" + VIADD + "', VIADD, an opcode of another architecture",
    "90, '" + TEX + "', TEX.B.LL, a texture fetch whose addresses no trace has"
  })
  void refusesWhatIsNotModelled(int binary, String line, String opcode, String why) {
    Path trace = TraceText.binary(binary).oneWarp(line).write(folder, "kernel-1.traceg");

    assertTrue(refusal(trace).contains("found " + opcode + ", which is not modeled ("), why);
  }

  @ParameterizedTest
  @CsvSource({"0, true", "1, true", "64, true", "32, false"})
  void refusesABarrierOfFewerThreadsThanTheThreadBlock(int immediate, boolean isWhole) {
    String barrier = "0070 ffffffff 0 BAR.SYNC 0 0 " + immediate;
    Path trace = TraceText.ofWarp(NOP, barrier).write(folder, "kernel-1.traceg");

    boolean isExact = open(trace, true).kernels().get(0).inexact().isEmpty();

    assertEquals(isWhole, isExact);
  }

  @Test
  void tellsOfACacheFolderThatCannotBeMade() throws IOException {
    Path trace = TraceText.ofWarp(NOP).write(folder, "kernel-1.traceg");
    Files.writeString(folder.resolve("cache"), "a file is in its place");

    UncheckedIOException error = assertThrows(UncheckedIOException.class, () -> open(trace, false));

    assertTrue(error.getMessage().contains("cannot be written"), error.getMessage());
  }
}
