package org.polyphony.workload.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.input.InvalidInputException;

/** Damage of any kind ends in the one error for users, or changes nothing that matters. */
class DamagedTraceTest {
  private static final int DAMAGES = 200;
  private static final int FILE_BYTES = 10_000;

  @TempDir Path folder;

  private static void damage(byte[] bytes, Random random) {
    int at = random.nextInt(bytes.length);
    switch (random.nextInt(3)) {
      case 0 -> bytes[at] = (byte) random.nextInt();
      case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
      default -> System.arraycopy(bytes, 0, bytes, at, Math.min(at, bytes.length - at));
    }
  }

  private void checkDamages(Path file, byte[] whole, long seed) throws IOException {
    Random random = new Random(seed);
    Path cache = folder.resolve("cache");
    for (int i = 0; i < DAMAGES; i++) {
      byte[] damaged = whole.clone();
      damage(damaged, random);
      Files.write(file, damaged);
      try {
        walk(TraceWorkload.open(file, TraceOptions.quiet(cache)).kernels().get(0));
      } catch (InvalidInputException e) {
        // what a user can act on
      } catch (RuntimeException e) {
        fail("damage " + i + " of seed " + seed, e);
      }
    }
  }

  private static void walk(TraceKernel kernel) {
    try (InstructionStream stream = kernel.open(1)) {
      stream.begin(0, 0);
      for (int warp = 0; warp < kernel.warpsPerBlock(); warp++) {
        while (stream.next(0, warp) != InstructionStream.END) {
          stream.addresses(0, warp, new long[32]);
        }
      }
    }
  }

  private TraceText trace() {
    return TraceText.ofWarp(new RandomWarp(new Random(9), 30).lines());
  }

  @ParameterizedTest
  @CsvSource({
    "kernel-1.traceg, 1",
    "kernel-1.traceg, 2",
    "kernel-1.traceg.xz, 3",
    "kernel-1.traceg.gz, 3",
    "kernel-1.ptrace, 4",
    "kernel-1.ptrace, 5"
  })
  void isToldOf(String name, long seed) throws IOException {
    Path file = name.endsWith("ptrace") ? packed() : trace().write(folder, name);

    checkDamages(file, Files.readAllBytes(file), seed);
  }

  private Path packed() throws IOException {
    Path file = folder.resolve("kernel-1.ptrace");
    KernelTraceReader.pack(trace().write(folder, "kernel-1.traceg"), file);
    return file;
  }

  @ParameterizedTest
  @ValueSource(longs = {6, 7})
  void isToldOfInTheContentOfAFooter(long seed) throws IOException {
    Random random = new Random(seed);
    byte[] whole = footer();
    for (int i = 0; i < DAMAGES; i++) {
      byte[] damaged = whole.clone();
      damage(damaged, random);
      try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(damaged))) {
        PackedFooter.read(in, FILE_BYTES).table();
      } catch (IOException e) {
        // which the file names
      } catch (RuntimeException e) {
        fail("damage " + i + " of seed " + seed, e);
      }
    }
  }

  @Test
  void anImpossibleNumberOfThreadBlocksTakesNoMemory() throws IOException {
    byte[] damaged = footer();
    ByteBuffer.wrap(damaged).putInt(damaged.length - 16 - Integer.BYTES, Integer.MAX_VALUE);

    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(damaged))) {
      IOException error = assertThrows(IOException.class, () -> PackedFooter.read(in, FILE_BYTES));
      assertEquals("impossible number of frames: 2147483647", error.getMessage());
    }
  }

  /** Returns the content of the footer of a trace with one thread block. */
  private byte[] footer() throws IOException {
    ByteArrayOutputStream footer = new ByteArrayOutputStream();
    try (PackedFile packed = PackedFile.open(packed())) {
      packed.footer().write(new DataOutputStream(footer));
    }
    return footer.toByteArray();
  }
}
