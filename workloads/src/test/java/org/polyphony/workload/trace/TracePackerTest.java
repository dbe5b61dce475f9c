package org.polyphony.workload.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.gpu.kernel.Workload.HostCopy;
import org.polyphony.input.InvalidInputException;

class TracePackerTest {
  private static final String NOP = "0010 ffffffff 0 NOP 0 0 0";

  @TempDir Path folder;

  private final TracePacker packer = new TracePacker(notice -> {});

  /** Returns the packed trace of one instruction. */
  private Path packed() {
    return packer.pack(TraceText.ofWarp(NOP).write(folder, "k.traceg"), folder.resolve("k.ptrace"));
  }

  private Path damaged(int at, int value) throws IOException {
    Path packed = packed();
    byte[] whole = Files.readAllBytes(packed);
    whole[at] = (byte) value;
    return Files.write(packed, whole);
  }

  private TraceWorkload open(Path path) {
    return TraceWorkload.open(path, TraceOptions.quiet(folder.resolve("unused")));
  }

  private String names(Path of) throws IOException {
    try (var files = Files.list(of)) {
      return files.map(f -> f.getFileName().toString()).sorted().toList().toString();
    }
  }

  @Test
  void packsAnApplicationIntoAFolderThatOpensTheSame() throws IOException {
    TraceText second = new TraceText().stream(94046784093440L).oneWarp(NOP, NOP);
    Path packed = packer.pack(TraceText.application(folder, second), folder.resolve("packed"));

    TraceWorkload workload = open(packed);
    assertEquals("[kernel-1.ptrace, kernel-2.ptrace, kernelslist.g]", names(packed));
    assertEquals(new HostCopy(0x100, 64), workload.step(0));
    assertEquals(2, workload.kernels().get(1).warpInstructions());
    assertEquals(4, workload.steps());
    assertEquals(2, workload.streams());
    assertEquals(94046784093440L, workload.kernels().get(1).header().cudaStream());
    assertFalse(Files.exists(folder.resolve("unused")));
  }

  @Test
  void packsOneKernelIntoAFileOrAnExistingFolder() throws IOException {
    Path trace = TraceText.ofWarp(NOP).write(folder, "kernel-1.traceg.gz");
    Path into = Files.createDirectories(folder.resolve("into"));

    Path file = packer.pack(trace, folder.resolve("one.bin"));
    Path inFolder = packer.pack(trace, into);

    assertEquals(1, open(file).kernels().get(0).warpInstructions());
    assertEquals(into.resolve("kernel-1.ptrace"), inFolder);
    assertEquals(-1, Files.mismatch(file, inFolder));
  }

  @Test
  void packsWhatIsPackedByCopyingIt() throws IOException {
    Path once =
        packer.pack(TraceText.application(folder, TraceText.ofWarp(NOP)), folder.resolve("once"));
    Path twice = packer.pack(once, folder.resolve("twice"));

    assertEquals(names(once), names(twice));
    assertEquals(
        -1, Files.mismatch(once.resolve("kernel-2.ptrace"), twice.resolve("kernel-2.ptrace")));
  }

  @Test
  void doesNotReplaceTheTraceThatItPacks() throws IOException {
    Path application = TraceText.application(folder, TraceText.ofWarp(NOP));
    Path kernel = packer.pack(application, folder.resolve("packed")).resolve("kernel-2.ptrace");
    String before = names(application) + Files.size(kernel);

    for (Path path : List.of(application, kernel)) {
      Exception refusal = assertThrows(InvalidInputException.class, () -> packer.pack(path, path));
      assertTrue(refusal.getMessage().contains("the trace that is packed; choose"));
    }

    assertEquals(before, names(application) + Files.size(kernel));
  }

  @Test
  void leavesNothingBehindWhenAKernelIsBad() throws IOException {
    Path application = TraceText.application(folder, TraceText.ofWarp("nonsense"));
    String before = names(folder);

    assertThrows(
        InvalidInputException.class, () -> packer.pack(application, folder.resolve("packed")));

    assertEquals(before, names(folder));
  }

  @Test
  void tellsOfATargetThatCannotBeWritten() throws IOException {
    Path application = TraceText.application(folder, TraceText.ofWarp(NOP));
    Path target = Files.writeString(folder.resolve("file"), "in the way").resolve("packed");

    Exception error =
        assertThrows(InvalidInputException.class, () -> packer.pack(application, target));

    assertTrue(error.getMessage().contains("cannot be written"), error.getMessage());
  }

  @Test
  void refusesATruncatedPackedFile() throws IOException {
    Path packed = packed();
    byte[] whole = Files.readAllBytes(packed);

    for (int length = PackedFormat.MAGIC.length; length < whole.length; length++) {
      Files.write(packed, Arrays.copyOf(whole, length));
      InvalidInputException error =
          assertThrows(InvalidInputException.class, () -> open(packed), "length " + length);
      assertTrue(error.getMessage().contains("truncated or corrupt"), error.getMessage());
    }
  }

  @Test
  void refusesAnotherVersionWhenItIsOpenedAndACorruptFrameWhenItIsRead() throws IOException {
    Path other = damaged(PackedFormat.MAGIC.length, 99);

    InvalidInputException error = assertThrows(InvalidInputException.class, () -> open(other));

    assertTrue(error.getMessage().contains("found packed trace version 99, allowed: 4"));
    int at = PackedFormat.HEAD_BYTES + 8;
    Path packed = damaged(at, Files.readAllBytes(packed())[at] ^ 0x10);

    try (var stream = open(packed).kernels().get(0).open(1)) {
      assertThrows(InvalidInputException.class, () -> stream.begin(0, 0));
    }
  }
}
