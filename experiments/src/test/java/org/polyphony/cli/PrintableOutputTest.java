package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.workload.trace.BundledTraces;
import org.tukaani.xz.XZInputStream;

class PrintableOutputTest {
  private static String printed(String text) {
    StringWriter out = new StringWriter();
    PrintWriter printable = PrintableOutput.over(new PrintWriter(out));
    printable.print(text);
    printable.flush();
    return out.toString();
  }

  @Test
  void escapesControlCharactersAndKeepsStyles() {
    assertEquals("a\n\tb", printed("a\n\tb"));
    assertEquals("\\u001b]0;title\\u0007", printed("\u001b]0;title\u0007"));
    assertEquals("\\u001b[2J\\u001b[8mhidden", printed("\u001b[2J\u001b[8mhidden"));
    assertEquals("\u001b[1mbold\u001b[21m\u001b[0m", printed("\u001b[1mbold\u001b[21m\u001b[0m"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"trace info", "trace profile", "describe", "run --dry-run"})
  void namesInATraceCannotSteerTheTerminal(String command, @TempDir Path folder)
      throws IOException {
    Path bundled = BundledTraces.path("sample-saxpy").getParent();
    String list = Files.readString(bundled.resolve("kernelslist.g"));
    Files.writeString(folder.resolve("kernelslist.g"), list.replace(".traceg.xz", ".traceg"));
    try (InputStream in =
        new XZInputStream(Files.newInputStream(bundled.resolve("kernel-1.traceg.xz")))) {
      String text = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
      Files.writeString(
          folder.resolve("kernel-1.traceg"),
          text.replace("-kernel name = ", "-kernel name = \u001b]0;owned\u0007\u001b[2J"),
          StandardCharsets.ISO_8859_1);
    }
    String[] words = command.split(" ", -1);
    String[] arguments =
        Stream.concat(Stream.of(words), Stream.of(folder.resolve("kernelslist.g").toString()))
            .toArray(String[]::new);

    CommandRun run = CommandRun.refused(folder.resolve("cache"), arguments);

    String all = run.out() + run.err();
    assertFalse(all.contains("\u001b") || all.contains("\u0007"), all);
    assertTrue(!command.equals("trace info") || all.contains("owned"), all);
  }
}
