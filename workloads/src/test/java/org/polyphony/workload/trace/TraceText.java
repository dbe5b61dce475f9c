package org.polyphony.workload.trace;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** Builds the text of small traces. */
final class TraceText {
  private final StringBuilder text = new StringBuilder();
  private int version = 5;
  private int binaryVersion = 90;
  private boolean lineInfo;
  private String block = "(64,1,1)";
  private int grid = 4;
  private long stream;

  static TraceText version(int version) {
    TraceText trace = new TraceText();
    trace.version = version;
    return trace;
  }

  static TraceText binary(int binaryVersion) {
    TraceText trace = new TraceText();
    trace.binaryVersion = binaryVersion;
    return trace;
  }

  TraceText lineInfo() {
    lineInfo = true;
    return this;
  }

  TraceText grid(int threadBlocks) {
    grid = threadBlocks;
    return this;
  }

  TraceText block(String extents) {
    block = extents;
    return this;
  }

  TraceText stream(long cudaStream) {
    stream = cudaStream;
    return this;
  }

  TraceText header() {
    text.append("-kernel name = _Z4testPf\n-kernel id = 1\n-grid dim = (")
        .append(grid)
        .append(",1,1)\n")
        .append("-block dim = ")
        .append(block)
        .append("\n-shmem = 512\n-nregs = 20\n-binary version = ")
        .append(binaryVersion)
        .append("\n-cuda stream id = ")
        .append(stream)
        .append("\n-shmem base_addr = 0x00007f5a00000000\n")
        .append("-local mem base_addr = 0x00007f5a01000000\n-nvbit version = 1.7\n")
        .append("-accelsim tracer version = ")
        .append(version)
        .append("\n-enable lineinfo = ")
        .append(lineInfo ? 1 : 0)
        .append("\n\n#traces format = PC mask ...\n\n");
    return this;
  }

  TraceText beginBlock(int x) {
    return line("#BEGIN_TB").line("").line("thread block = " + x + ",0,0").line("");
  }

  TraceText warp(int warp, String... instructions) {
    line("warp = " + warp).line("insts = " + instructions.length);
    for (String instruction : instructions) {
      line(instruction);
    }
    return line("");
  }

  TraceText endBlock() {
    return line("#END_TB").line("");
  }

  TraceText line(String line) {
    text.append(line).append('\n');
    return this;
  }

  /** A whole kernel of one thread block with one warp. */
  static TraceText ofWarp(String... instructions) {
    return new TraceText().oneWarp(instructions);
  }

  TraceText oneWarp(String... instructions) {
    return header().beginBlock(0).warp(0, instructions).endBlock();
  }

  @Override
  public String toString() {
    return text.toString();
  }

  byte[] bytes() {
    return text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Writes the trace as plain text, gzip or xz, as the name ends. */
  Path write(Path folder, String name) {
    Path file = folder.resolve(name);
    try (OutputStream out = compressed(Files.newOutputStream(file), name)) {
      out.write(bytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file;
  }

  /** Writes, packs and opens the trace. */
  TraceKernel kernel(Path folder) {
    Path trace = write(folder, "kernel-1.traceg");
    return TraceWorkload.open(trace, TraceOptions.quiet(folder.resolve("cache"))).kernels().get(0);
  }

  private static OutputStream compressed(OutputStream out, String name) throws IOException {
    if (name.endsWith(".xz")) {
      return new XZOutputStream(out, new LZMA2Options(1));
    }
    return name.endsWith(".gz") ? new GZIPOutputStream(out) : out;
  }

  /** Writes a folder with a copy, a kernel of one instruction twice, and another one between. */
  static Path application(Path folder, TraceText second) throws IOException {
    Path application = Files.createDirectories(folder.resolve("app"));
    ofWarp("0010 ffffffff 0 NOP 0 0 0").write(application, "kernel-1.traceg.xz");
    second.write(application, "kernel-2.traceg");
    Files.writeString(
        application.resolve("kernelslist.g"),
        "MemcpyHtoD,0x100,64\nkernel-1.traceg.xz\nkernel-2.traceg\nkernel-1.traceg.xz\n");
    return application;
  }
}
