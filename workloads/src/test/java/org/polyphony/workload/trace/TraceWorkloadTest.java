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
import org.polyphony.gpu.kernel.Workload.HostCopy;
import org.polyphony.gpu.kernel.Workload.Launch;
import org.polyphony.input.InvalidInputException;

class TraceWorkloadTest {
  private static final String NOP = "0010 ffffffff 0 NOP 0 0 0";
  private static final String ODD = "0020 ffffffff 0 FROB.X 0 0 0";

  @TempDir Path folder;

  private final List<String> notices = new ArrayList<>();

  private TraceWorkload open(Path path, boolean strict) {
    return TraceWorkload.open(
        path, new TraceOptions(folder.resolve("cache"), strict, notices::add));
  }

  private Path application() throws IOException {
    Path application = Files.createDirectories(folder.resolve("app"));
    TraceText.ofWarp(NOP).write(application, "kernel-1.traceg.xz");
    TraceText.ofWarp(NOP, NOP).write(application, "kernel-2.traceg");
    Files.writeString(
        application.resolve("kernelslist.g"),
        "MemcpyHtoD,0x100,64\nkernel-1.traceg.xz\nkernel-2.traceg\nkernel-1.traceg.xz\n");
    return application;
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

  @Test
  void numbersStreamsInTheOrderOfTheirFirstLaunches() throws IOException {
    TraceWorkload workload = inStreams(94046784093440L, 0);

    assertEquals(2, workload.streams());
    assertEquals(List.of(0, 1, 0), streamsOfLaunches(workload));
  }

  @Test
  void hasOneStreamWhenAllKernelsHaveOneStreamId() throws IOException {
    TraceWorkload workload = inStreams(7, 7);

    assertEquals(1, workload.streams());
    assertEquals(List.of(0, 0, 0), streamsOfLaunches(workload));
  }

  @Test
  void refusesAStreamIdThatIsNoNumber() {
    String text = TraceText.ofWarp(NOP).toString().replace("stream id = 0", "stream id = 0x7f");
    Path trace = new TraceText().line(text).write(folder, "kernel-1.traceg");

    InvalidInputException error =
        assertThrows(InvalidInputException.class, () -> open(trace, false));

    assertTrue(
        error.getMessage().endsWith("line 8: found \"0x7f\", allowed: a CUDA stream id"),
        error.getMessage());
  }

  @Test
  void opensAFolderAndItsListAlike() throws IOException {
    Path application = application();

    assertEquals(
        open(application, false).steps(),
        open(application.resolve("kernelslist.g"), false).steps());
  }

  @Test
  void sharesAKernelThatIsListedTwice() throws IOException {
    TraceWorkload workload = open(application(), false);

    assertEquals(3, workload.kernels().size());
    assertSame(workload.kernels().get(0), workload.kernels().get(2));
  }

  @Test
  void packsATraceAgainWhoseEntryInTheCacheWasCut() throws IOException {
    Path trace = TraceText.ofWarp(NOP, NOP).write(folder, "kernel-1.traceg");
    open(trace, false);
    try (Stream<Path> entries = Files.list(folder.resolve("cache"))) {
      Path entry = entries.findFirst().orElseThrow();
      Files.write(entry, Arrays.copyOf(Files.readAllBytes(entry), 20));
    }

    TraceWorkload again = open(trace, false);

    assertEquals(2, again.kernels().get(0).warpInstructions());
  }

  @Test
  void packsEachTraceOnce() throws IOException {
    Path application = application();

    open(application, false);
    assertEquals(2, notices.size());
    open(application, false);

    assertEquals(2, notices.size());
  }

  @Test
  void packsATraceAgainWhenItChanged() {
    Path trace = TraceText.ofWarp(NOP).write(folder, "kernel-1.traceg");
    open(trace, false);
    TraceText.ofWarp(NOP, NOP, NOP).write(folder, "kernel-1.traceg");

    assertEquals(3, open(trace, false).kernels().get(0).warpInstructions());
  }

  @Test
  void reportsAnUnknownOpcodeOnceWithItsCount() {
    Path trace = TraceText.ofWarp(ODD, NOP, ODD).write(folder, "kernel-1.traceg");

    TraceWorkload workload = open(trace, false);

    assertEquals("{FROB=2}", workload.unknownOpcodes().toString());
    assertEquals(1, notices.stream().filter(n -> n.contains("{FROB=2}")).count());
  }

  @Test
  void refusesAnUnknownOpcodeWhenStrictEvenOncePacked() {
    Path trace = TraceText.ofWarp(ODD).write(folder, "kernel-1.traceg");
    open(trace, false);

    InvalidInputException error =
        assertThrows(InvalidInputException.class, () -> open(trace, true));

    assertTrue(error.getMessage().contains("{FROB=1}"), error.getMessage());
    assertTrue(error.getMessage().contains(", allowed:"), error.getMessage());
  }

  @Test
  void tellsOfACacheFolderThatCannotBeMade() throws IOException {
    Path trace = TraceText.ofWarp(NOP).write(folder, "kernel-1.traceg");
    Files.writeString(folder.resolve("cache"), "a file is in its place");

    UncheckedIOException error = assertThrows(UncheckedIOException.class, () -> open(trace, false));

    assertTrue(error.getMessage().contains("cannot be written"), error.getMessage());
  }
}
