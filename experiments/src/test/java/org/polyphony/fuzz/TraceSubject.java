package org.polyphony.fuzz;

import com.google.errorprone.annotations.Immutable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.polyphony.compare.Choices;
import org.polyphony.workload.trace.TracePacker;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** The trace of a kernel, in one packing: damaged before it is packed, or after. */
@Immutable
final class TraceSubject implements Subject {
  private static final String LIST = "kernelslist.g";
  private final String suffix;

  /**
   * Makes it.
   *
   * @param suffix of the file: that of its packing
   */
  TraceSubject(String suffix) {
    this.suffix = suffix;
  }

  @Override
  public List<String> write(Path folder, Choices choices) throws IOException {
    boolean isDamagedAfter = !suffix.isEmpty() && choices.percent(40);
    String text =
        isDamagedAfter ? SketchedTrace.random(choices).text() : new TraceMutator(choices).mutant();
    Path trace = folder.resolve("t").resolve("kernel-1.traceg" + suffix);
    Files.createDirectories(trace.getParent());
    Files.write(trace, packed(text));
    if (isDamagedAfter) {
      Files.write(trace, new ByteMutator(choices).mutant(Files.readAllBytes(trace)));
    }
    Seeds.write(folder.resolve("t").resolve(LIST), list(trace.getFileName().toString(), choices));
    return command(folder, trace, choices);
  }

  private byte[] packed(String text) throws IOException {
    byte[] plain = text.getBytes(StandardCharsets.ISO_8859_1);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = packing(bytes)) {
      out.write(plain);
    }
    return bytes.toByteArray();
  }

  private OutputStream packing(OutputStream out) throws IOException {
    return switch (suffix) {
      case ".gz" -> new GZIPOutputStream(out);
      case ".xz" -> new XZOutputStream(out, new LZMA2Options(0));
      default -> out;
    };
  }

  /** Writes the list of a trace: mostly whole, with copies before the kernel. */
  private static String list(String trace, Choices choices) {
    String text = choices.percent(50) ? trace + "\n" : copy(choices) + trace + "\n" + trace + "\n";
    return choices.percent(10) ? new TextMutator(choices).mutant(text) : text;
  }

  private static String copy(Choices choices) {
    String address = choices.of("0x7f0000000000", "0x7f0000000010", "0x0", "0xfffffffff00");
    String bytes =
        choices.percent(80)
            ? choices.of("0", "1", "4096", "100000000", "1099511627776")
            : OddValues.number(choices).asText();
    return "MemcpyHtoD," + address + "," + bytes + "\n";
  }

  private static List<String> command(Path folder, Path trace, Choices choices) throws IOException {
    if (choices.percent(15)) {
      String folderOfTrace = trace.getParent().toString();
      return choices.percent(50)
          ? List.of("trace", "info", folderOfTrace)
          : List.of("trace", "profile", folderOfTrace, "--approximate");
    }
    Seeds.write(
        folder.resolve("e.json"),
        "{\"gpu\": {\"extends\": \"gtx980\", \"sms\": 2}, \"instructionBudget\": 5000,"
            + " \"workloads\": [{\"trace\": \"t/kernelslist.g\""
            + choices.of("", ", \"approximate\": true")
            + "}]}");
    return List.of("run", folder.resolve("e.json").toString(), "--quiet");
  }

  /** A file of the packed form of its own, its bytes damaged or the content of its frames. */
  static List<String> packedForm(Path folder, Choices choices) throws IOException {
    Path text = folder.resolve("kernel-1.traceg");
    Seeds.write(text, SketchedTrace.random(choices).text());
    Path packed = folder.resolve("t").resolve("kernel-1.ptrace");
    Files.createDirectories(packed.getParent());
    new TracePacker(notice -> {}).pack(text, packed);
    byte[] whole = Files.readAllBytes(packed);
    Files.write(
        packed,
        choices.percent(80)
            ? new FrameMutator(choices).mutant(whole)
            : new ByteMutator(choices).mutant(whole));
    Seeds.write(folder.resolve("t").resolve(LIST), list("kernel-1.ptrace", choices));
    return command(folder, packed, choices);
  }
}
