package org.polyphony.workload.trace;

import org.polyphony.input.BriefText;
import org.polyphony.input.InvalidInputException;
import org.polyphony.workload.sass.SassOpcodes;
import org.polyphony.workload.trace.TraceHeader.Dim3;

/** Reads the {@code -key = value} lines at the head of a kernel's trace. */
final class TraceHeaderReader {
  static final int NEWEST_TRACER_VERSION = 5;

  private final TraceScanner in;
  private String kernelName;
  private int kernelId;
  private Dim3 grid;
  private Dim3 block;
  private int sharedMemoryBytes;
  private int registers;
  private int binaryVersion;
  private long sharedBase;
  private long localBase;
  private int tracerVersion = 1; // the first tracers did not write it
  private boolean lineInfo;
  private long cudaStream;

  private TraceHeaderReader(TraceScanner in) {
    this.in = in;
  }

  /**
   * Reads up to and including the first line that starts with {@code #}.
   *
   * @return the header; the scanner stands at the line that ended it
   * @throws InvalidInputException a line is malformed, or a key that a kernel needs is missing
   */
  static TraceHeader read(TraceScanner in) {
    TraceHeaderReader reader = new TraceHeaderReader(in);
    while (in.nextFilledLine()) {
      if (in.startsWith("#")) {
        return reader.finish();
      }
      reader.readLine();
    }
    throw in.truncated("a trace header (-kernel name = ..., -grid dim = ...) and thread blocks");
  }

  private void readLine() {
    String line = in.line();
    int equals = line.indexOf('=');
    if (!line.startsWith("-") || equals < 0) {
      throw in.unexpectedLine("a header line \"-key = value\" of a SASS trace");
    }
    in.cursor += equals + 1;
    readValue(line.substring(1, equals).strip(), line.substring(equals + 1).strip());
  }

  private void readValue(String key, String value) {
    switch (key) {
      case "kernel name" -> kernelName = name(value);
      case "kernel id" -> kernelId = in.decimal("a kernel id", 0, Integer.MAX_VALUE);
      case "grid dim" -> grid = dim3();
      case "block dim" -> block = block();
      case "shmem" -> sharedMemoryBytes = in.decimal("bytes of shared memory", 0, 1 << 28);
      case "nregs" -> registers = Math.min(255, in.decimal("registers per thread", 1, 256));
      case "binary version" -> binaryVersion = binaryVersion();
      case "shmem base_addr" -> sharedBase = in.hex("a hexadecimal address");
      case "local mem base_addr" -> localBase = in.hex("a hexadecimal address");
      case "accelsim tracer version" ->
          tracerVersion = in.decimal("a tracer version", 1, NEWEST_TRACER_VERSION);
      case "enable lineinfo" -> lineInfo = in.decimal("0 or 1", 0, 1) == 1;
      case "cuda stream id" -> cudaStream = in.decimal("a CUDA stream id");
      default -> {
        // nvbit version and keys of other tracers change nothing here
      }
    }
  }

  private String name(String value) {
    if (!BriefText.isOneLine(value)) {
      throw in.unexpectedLine("a kernel name without control characters");
    }
    return value;
  }

  private int binaryVersion() {
    int start = in.cursor;
    int version = in.decimal("an SM version", 0, 999);
    if (!SassOpcodes.supports(version)) {
      in.cursor = start;
      throw in.expected("a binary version among " + SassOpcodes.supported());
    }
    return version;
  }

  private Dim3 block() {
    Dim3 found = dim3();
    if (found.count() > 1024) {
      throw in.unexpectedLine("at most 1024 threads per thread block");
    }
    return found;
  }

  private Dim3 dim3() {
    String expected = "three extents of at least 1, as (x,y,z)";
    in.require('(', expected);
    int x = in.number(expected);
    in.require(',', expected);
    int y = in.number(expected);
    in.require(',', expected);
    int z = in.number(expected);
    in.require(')', expected);
    Dim3 found = new Dim3(x, y, z);
    if (!found.isPositive()) {
      throw in.unexpectedLine(expected);
    }
    return found;
  }

  private TraceHeader finish() {
    require(kernelName != null, "-kernel name");
    require(grid != null, "-grid dim");
    require(block != null, "-block dim");
    require(registers > 0, "-nregs");
    require(binaryVersion > 0, "-binary version");
    return new TraceHeader(
        kernelName,
        kernelId,
        grid,
        block,
        sharedMemoryBytes,
        registers,
        binaryVersion,
        sharedBase,
        localBase,
        tracerVersion,
        lineInfo,
        cudaStream);
  }

  private void require(boolean present, String key) {
    if (!present) {
      throw in.unexpectedLine("the header line \"" + key + " = ...\" before this one");
    }
  }
}
