package org.polyphony.workload.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.input.InvalidInputException;

class BadTraceTest {
  private static final String ADD = "0020 ffffffff 1 R3 FADD 2 R2 R255 0 0";

  @TempDir Path folder;

  private String messageFor(Path trace) {
    Path cache = folder.resolve("cache");
    InvalidInputException error =
        assertThrows(
            InvalidInputException.class,
            () -> TraceWorkload.open(trace, TraceOptions.quiet(cache)));
    String[] left = cache.toFile().list();
    assertEquals(0, left == null ? 0 : left.length, "files left in the cache");
    return error.getMessage();
  }

  private String messageFor(TraceText trace) {
    return messageFor(trace.write(folder, "kernel-1.traceg"));
  }

  private Path bytes(String name, byte[] content) throws IOException {
    return Files.write(folder.resolve(name), content);
  }

  private void assertContains(String message, String... parts) {
    for (String part : parts) {
      assertTrue(message.contains(part), () -> message + "\n lacks: " + part);
    }
  }

  @Test
  void namesAMissingFileAndAFolderWithoutKernelsList() {
    assertContains(
        messageFor(folder.resolve("none.traceg")),
        "none.traceg: no such file; give a kernelslist.g");
    assertContains(messageFor(folder), folder.toString(), ": no kernelslist.g in this folder");
  }

  @ParameterizedTest
  @ValueSource(strings = {"kernel-1.traceg", "kernel-1.traceg.xz"})
  void refusesAnEmptyFile(String name) throws IOException {
    assertContains(messageFor(bytes(name, new byte[0])), "line 1", "SASS trace");
  }

  @Test
  void refusesRubbishOneEndlessLineAndTextThatIsNoTrace() throws IOException {
    byte[] rubbish = new byte[5000];
    new Random(1).nextBytes(rubbish);
    byte[] zeros = new byte[3 << 20];
    byte[] text = "Dear reader,\nthis is a letter.\n".getBytes(StandardCharsets.UTF_8);

    assertContains(messageFor(bytes("kernel-1.traceg", rubbish)), "line ", ", allowed:");
    assertContains(messageFor(bytes("kernel-1.traceg", zeros)), "a line of more than", "SASS");
    assertContains(messageFor(bytes("a.traceg", text)), "line 1", "Dear reader", "header line");
  }

  @ParameterizedTest
  @ValueSource(strings = {"k.traceg.xz", "k.traceg.gz"})
  void refusesPlainTextUnderACompressedName(String name) throws IOException {
    assertContains(
        messageFor(bytes(name, TraceText.ofWarp(ADD).bytes())), "found other bytes than a header");
  }

  @ParameterizedTest
  @ValueSource(strings = {"k.traceg.xz", "k.traceg.gz"})
  void refusesATruncatedCompressedFile(String name) throws IOException {
    byte[] whole = Files.readAllBytes(longTrace().write(folder, name));

    String message = messageFor(bytes(name, Arrays.copyOf(whole, whole.length / 2)));

    assertContains(message, name, "after line", "truncated or corrupt (it ends too early)");
  }

  @Test
  void refusesACorruptXzFile() throws IOException {
    byte[] whole = Files.readAllBytes(longTrace().write(folder, "k.traceg.xz"));
    for (int i = whole.length / 2; i < whole.length / 2 + 20; i++) {
      whole[i] ^= 0x55;
    }

    assertContains(messageFor(bytes("k.traceg.xz", whole)), "truncated or corrupt");
  }

  private static TraceText longTrace() {
    String[] instructions = new String[2000];
    Random random = new Random(5);
    Arrays.setAll(instructions, i -> "0020 ffffffff 1 R3 FADD 0 0 " + random.nextInt(1 << 30));
    return TraceText.ofWarp(instructions);
  }

  @Test
  void refusesAControlCharacterInTheNameOfAKernel() {
    String text = TraceText.ofWarp(ADD).toString().replace("_Z4testPf", "test\u0007");

    assertContains(
        messageFor(new TraceText().line(text)),
        "allowed: a kernel name without control characters");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-kernel name", "-grid dim", "-block dim", "-nregs", "-binary version"})
  void namesAMissingHeaderKey(String key) {
    String text = TraceText.ofWarp(ADD).toString().replaceFirst(key + ".*\n", "");

    assertContains(messageFor(new TraceText().line(text)), key + " = ...", "before this one");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "(4,1,1) | (4,1) | three extents",
        "(4,1,1) | (0,1,1) | three extents",
        "(64,1,1) | (1025,1,1) | at most 1024 threads",
        "nregs = 20 | nregs = 0 | registers per thread (1 to 256)",
        "nregs = 20 | nregs = many | registers per thread",
        "shmem = 512 | shmem = -1 | bytes of shared memory",
        "binary version = 90 | binary version = 35 | [50, 52, 53, 60, 61, 70, 72, 75, 80, 86, 87,"
            + " 89, 90]",
        "tracer version = 5 | tracer version = 6 | tracer version (1 to 5)",
        "lineinfo = 0 | lineinfo = 2 | 0 or 1",
        "stream id = 0 | stream id = 0x7f | found \"0x7f\", allowed: a CUDA stream id",
        "0x00007f5a00000000 | zero | hexadecimal address"
      })
  void namesAWrongHeaderValue(String right, String wrong, String expected) {
    String text = TraceText.ofWarp(ADD).toString().replace(right, wrong);

    assertContains(messageFor(new TraceText().line(text)), "line ", expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "xyz ffffffff 0 NOP 0 0 0 | program counter",
        "0010 1ffffffff 0 NOP 0 0 0 | mask of 32 lanes",
        "0010 ffffffff 9 NOP 0 0 0 | number of destination registers (0 to 8)",
        "0010 ffffffff 1 P3 NOP 0 0 0 | a register R0 to R255",
        "0010 ffffffff 1 R256 NOP 0 0 0 | a register R0 to R255",
        "0010 ffffffff 0 17 0 0 0 | an opcode",
        "0010 ffffffff 0 FADD 2 R1 | a register",
        "0010 ffffffff 0 NOP 0 | width in bytes",
        "0010 ffffffff 0 NOP | number of source registers",
        "0010 ffffffff 0 NOP 0 0 0 0 0 | end of the line",
        "0010 ffffffff 1 R2 LDG.E 1 R4 0 0 | a width above 0 and addresses",
        "0010 00000003 1 R2 LDG.E 1 R4 4 3 0x0 0 | an address mode (0 to 2)",
        "0010 00000003 1 R2 LDG.E 1 R4 4 0 0x10 | one hexadecimal address per active lane",
        "0010 00000003 1 R2 LDG.E 1 R4 4 1 0x10 | a decimal stride",
        "0010 00000007 1 R2 LDG.E 1 R4 4 2 0x10 4 | a decimal address difference",
        "0010 00000003 1 R2 LDG.E 1 R4 4 1 0x1fffffffffffffffff 4 | hexadecimal base address"
      })
  void tellsFileLineFoundAndExpectedOfAMalformedInstruction(String line, String expected) {
    String message = messageFor(TraceText.ofWarp(ADD, line));

    assertContains(message, "kernel-1.traceg: line 24: found ", ", allowed: ", expected);
  }

  /** Lines behind a header, by the names that {@link #refusesWhatIsNotInItsPlace} has for them. */
  private static TraceText trace(String items) {
    TraceText trace = new TraceText().header();
    for (String item : items.split(" ", -1)) {
      char last = item.charAt(item.length() - 1);
      switch (item) {
        case "mark" -> trace.line("#BEGIN_TB");
        case "block0", "block4" -> trace.beginBlock(last - '0');
        case "warp0", "warp1", "warp2" -> trace.warp(last - '0', ADD);
        case "empty" -> trace.warp(0);
        case "three" -> trace.line("warp = 0").line("insts = 3");
        case "add" -> trace.line(ADD);
        default -> trace.endBlock();
      }
    }
    return trace;
  }

  /** A warp has one instruction, or none (empty), or one is announced to have three. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          block0 end             | at least one warp |
          block0 empty end       | end of the file | instructions
          block0 three add       | end of the file | 2 more instructions
          block0 warp0           | end of the file | warp = w or #END_TB
          block0 three add end   | #END_TB         | 2 more instructions
          block0 warp0 add end   | 0020 ffffffff 1 R3 F | warp = w or #END_TB
          block0 warp2 end       | a warp of the thread block (0 to 1) |
          block4 warp0 end       | found "4,0,0"   | x of a thread block of the grid (4,1,1)
          block0 warp1 warp1 end | each warp once |
          add                    | #BEGIN_TB |
          mark warp0 end         | thread block = x,y,z |
          """)
  void refusesWhatIsNotInItsPlace(String items, String found, String allowed) {
    assertContains(messageFor(trace(items)), found, allowed == null ? found : allowed);
  }

  @Test
  void refusesATraceWithoutThreadBlocks() {
    assertContains(messageFor(new TraceText().header()), "end of the file", "thread block");
  }
}
