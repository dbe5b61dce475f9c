package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrintableOutputTest {
  @RegisterExtension private final CommandFolder folder = new CommandFolder();

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
  void namesInATraceCannotSteerTheTerminal(String command) throws IOException {
    String name = "-kernel name = ";
    folder.write(
        "kernel-1.traceg",
        CommandFolder.trace("sample-saxpy").replace(name, name + "\u001b]0;owned\u0007\u001b[2J"));
    folder.write("kernelslist.g", "kernel-1.traceg\n");

    CommandRun run = folder.refused(command + " ./kernelslist.g");

    String all = run.out() + run.err();
    assertFalse(all.contains("\u001b") || all.contains("\u0007"), all);
    assertTrue(!command.equals("trace info") || all.contains("owned"), all);
  }
}
