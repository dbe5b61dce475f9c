package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.workload.trace.BundledTraces;
import org.tukaani.xz.XZInputStream;

/** What is wrong with a trace ends {@code run} with one message before anything is written. */
class BadTraceTest {
  private static final String KERNEL = "kernel-1.traceg";
  @TempDir private Path folder;
  private Path trace;
  private String text;

  @BeforeEach
  void takeASampleApart() throws IOException {
    trace = Files.createDirectory(folder.resolve("app"));
    byte[] packed =
        Files.readAllBytes(BundledTraces.path("sample-chase").resolveSibling("kernel-1.traceg.xz"));
    try (InputStream in = new XZInputStream(new ByteArrayInputStream(packed))) {
      text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    Files.writeString(trace.resolve("kernelslist.g"), KERNEL + "\n");
  }

  @Test
  void refusesAFolderWithoutKernelslist() throws IOException {
    Files.delete(trace.resolve("kernelslist.g"));

    run().assertBadInput("app", "kernelslist.g");
  }

  @Test
  void refusesAnEmptyKernelslist() throws IOException {
    Files.writeString(trace.resolve("kernelslist.g"), "");

    run().assertBadInput("kernelslist.g");
  }

  @Test
  void refusesAKernelslistThatNamesAMissingKernel() {
    run().assertBadInput("kernelslist.g", KERNEL);
  }

  /** Empty, cut in its middle, other text, and without a thread block. */
  @Test
  void refusesATraceThatIsNotWhole() throws IOException {
    int middle = text.length() / 2;
    String head = text.substring(0, text.indexOf("#BEGIN_TB"));
    for (String other : List.of("", text.substring(0, middle), "to be or not to be\n", head)) {
      Files.writeString(trace.resolve(KERNEL), other);

      run().assertBadInput(KERNEL, ", allowed:");
    }
  }

  @Test
  void refusesCorruptXz() throws IOException {
    Files.writeString(trace.resolve("kernelslist.g"), KERNEL + ".xz\n");
    Files.writeString(trace.resolve(KERNEL + ".xz"), "this is not xz at all, not a bit of it");

    run().assertBadInput(KERNEL + ".xz");
  }

  private CommandRun run() {
    Path out = folder.resolve("out");
    CommandRun run =
        CommandRun.refused(
            folder.resolve("cache"), "run", trace.toString(), "--quiet", "--out", out.toString());
    assertFalse(Files.exists(out));
    return run;
  }
}
