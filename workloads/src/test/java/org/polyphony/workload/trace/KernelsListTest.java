package org.polyphony.workload.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.input.InvalidInputException;

class KernelsListTest {
  @TempDir Path folder;

  @BeforeEach
  void writeKernel() {
    TraceText.ofWarp("0010 ffffffff 0 NOP 0 0 0").write(folder, "kernel-1.traceg.xz");
  }

  private Path list(String text) throws IOException {
    return Files.writeString(folder.resolve("kernelslist.g"), text, StandardCharsets.ISO_8859_1);
  }

  private String messageFor(String text) throws IOException {
    Path list = list(text);
    return assertThrows(InvalidInputException.class, () -> KernelsList.read(list)).getMessage();
  }

  @Test
  void keepsCopiesAndKernelsInProgramOrder() throws IOException {
    List<KernelsList.Command> list =
        KernelsList.read(
            list("MemcpyHtoD,0x00007f0000000010,64\nkernel-1.traceg.xz\nMemcpyHtoD,7f,8\n"));

    assertEquals(3, list.size());
    assertEquals(0x7f0000000010L, list.get(0).address());
    assertEquals(64, list.get(0).bytes());
    assertEquals(folder.resolve("kernel-1.traceg.xz"), list.get(1).kernel());
    assertEquals(0x7f, list.get(2).address());
    assertEquals(
        (1L << 48) - 1, // up to the last byte of an address space
        KernelsList.read(list("MemcpyHtoD,ffffffffffff,1\nkernel-1.traceg.xz\n")).get(0).address());
    assertEquals( // compressed after it was listed
        folder.resolve("kernel-1.traceg.xz"),
        KernelsList.read(list("kernel-1.traceg\n")).get(0).kernel());
  }

  @Test
  void skipsBlankLinesCommentsAndOtherCommandsOfTracers() throws IOException {
    List<KernelsList.Command> list =
        KernelsList.read(
            list(
                "# made by hand\r\n\r\nMemcpyDtoH,0x7f,8\r\nncclGroupStart\r\nkernel-1.traceg.xz\r\n"));

    assertEquals(1, list.size());
  }

  /** Lines, and what is said of them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          kernel-1.traceg.xz;;kernel-2.traceg.xz | line 3: found "kernel-2.traceg.xz", allowed
          kernel-1.traceg.xz;MemcpyHtoD          | line 2: found "MemcpyHtoD", allowed: MemcpyHtoD,<
          MemcpyHtoD,12        | line 1: found "MemcpyHtoD,12", allowed: MemcpyHtoD,<
          MemcpyHtoD,zz,4      | line 1: found "MemcpyHtoD,zz,4", allowed: MemcpyHtoD,<
          MemcpyHtoD,10,-4     | line 1: found "MemcpyHtoD,10,-4", allowed: MemcpyHtoD,<
          MemcpyHtoD,1,2,3     | line 1: found "MemcpyHtoD,1,2,3", allowed: MemcpyHtoD,<
          MemcpyHtoD,ffffffffffff,2 \
              | line 1: found "MemcpyHtoD,ffffffffffff,2", allowed: MemcpyHtoD,<
          MemcpyHtoD,0,9223372036854775807 | line 1: found "MemcpyHtoD,0,92
          MemcpyHtoD,ffffffffffffffff,1 | line 1: found "MemcpyHtoD,ffff
          \u0001\u0002\u00fe  | line 1: found "
          launch kernel 1      | line 1: found "
          { "json": 1 }        | line 1: found "
          ''                   | lists no kernel; add a line
          ;;                   | lists no kernel; add a line
          MemcpyHtoD,0x10,4;   | lists no kernel; add a line
          MemcpyDtoH,0x10,4;   | lists no kernel; add a line
          """)
  void refusesWhatIsNoListOfKernels(String lines, String message) throws IOException {
    String found = messageFor(lines.replace(';', '\n'));

    assertTrue(found.contains("kernelslist.g") && found.contains(message), found);
  }
}
