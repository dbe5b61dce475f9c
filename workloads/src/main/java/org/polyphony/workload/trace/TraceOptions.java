package org.polyphony.workload.trace;

import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * How traces are opened.
 *
 * @param cache folder for the packed forms of text traces; made when missing
 * @param approximate whether instructions that are not modelled run approximated, instead of being
 *     an error
 * @param notices receives one line of text for each trace about to be packed
 */
public record TraceOptions(Path cache, boolean approximate, Consumer<String> notices) {
  public static TraceOptions quiet(Path cache) {
    return new TraceOptions(cache, false, notice -> {});
  }

  public TraceOptions quiet() {
    return new TraceOptions(cache, approximate, notice -> {});
  }

  /** Returns the same options with a different treatment of instructions that are not modeled. */
  public TraceOptions approximating(boolean other) {
    return new TraceOptions(cache, other, notices);
  }
}
