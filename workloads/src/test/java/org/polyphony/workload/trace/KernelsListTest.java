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
import org.junit.jupiter.params.provider.ValueSource;
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
    KernelsList list =
        KernelsList.read(
            list(
                "MemcpyHtoD,0x00007f0000000010,64\nkernel-1.traceg.xz\nMemcpyHtoD,ffffffffffff,1\n"));

    assertEquals(3, list.commands().size());
    assertEquals(0x7f0000000010L, list.commands().get(0).address());
    assertEquals(64, list.commands().get(0).bytes());
    assertEquals(folder.resolve("kernel-1.traceg.xz"), list.commands().get(1).kernel());
    assertEquals((1L << 48) - 1, list.commands().get(2).address()); // the last byte of all
  }

  @Test
  void skipsBlankLinesCommentsAndOtherCommandsOfTracers() throws IOException {
    KernelsList list =
        KernelsList.read(
            list(
                "# made by hand\r\n\r\nMemcpyDtoH,0x7f,8\r\nncclGroupStart\r\nkernel-1.traceg.xz\r\n"));

    assertEquals(1, list.commands().size());
    assertEquals("[MemcpyDtoH,0x7f,8, ncclGroupStart]", list.ignored().toString());
  }

  @Test
  void findsAKernelThatWasCompressedAfterItWasListed() throws IOException {
    KernelsList list = KernelsList.read(list("kernel-1.traceg\n"));

    assertEquals(folder.resolve("kernel-1.traceg.xz"), list.commands().get(0).kernel());
  }

  @Test
  void namesTheLineOfAMissingKernel() throws IOException {
    String message = messageFor("kernel-1.traceg.xz\n\nkernel-2.traceg.xz\n");

    assertTrue(
        message.contains("kernelslist.g: line 3: found \"kernel-2.traceg.xz\", allowed"), message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "MemcpyHtoD",
        "MemcpyHtoD,12",
        "MemcpyHtoD,zz,4",
        "MemcpyHtoD,10,-4",
        "MemcpyHtoD,1,2,3",
        "MemcpyHtoD,ffffffffffff,2",
        "MemcpyHtoD,0,9223372036854775807",
        "MemcpyHtoD,ffffffffffffffff,1"
      })
  void namesTheLineOfAMalformedCopy(String line) throws IOException {
    String message = messageFor("kernel-1.traceg.xz\n" + line + "\n");

    assertTrue(message.contains("line 2: found \"" + line + "\", allowed: MemcpyHtoD,<"), message);
  }

  @Test
  void namesTheLineOfAnythingElseAndRefusesAListWithoutAKernel() throws IOException {
    for (String line : List.of("\u0001\u0002\u00fe", "launch kernel 1", "{ \"json\": 1 }")) {
      assertTrue(messageFor(line).contains("line 1: found \""), line);
    }
    for (String text : List.of("", "\n\n", "MemcpyHtoD,0x10,4\n", "MemcpyDtoH,0x10,4\n")) {
      assertTrue(messageFor(text).contains("lists no kernel; add a line"), text);
    }
  }
}
