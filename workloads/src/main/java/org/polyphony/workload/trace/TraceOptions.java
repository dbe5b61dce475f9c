package org.polyphony.workload.trace;

import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * How traces are opened.
 *
 * @param cache folder for the packed forms of text traces; made when missing
 * @param strict whether an unknown opcode is an error instead of a notice
 * @param notices receives one line of text for whatever the user should know: a trace being packed,
 *     unknown opcodes
 */
public record TraceOptions(Path cache, boolean strict, Consumer<String> notices) {
  public static TraceOptions quiet(Path cache) {
    return new TraceOptions(cache, false, notice -> {});
  }

  public TraceOptions quiet() {
    return new TraceOptions(cache, strict, notice -> {});
  }
}
