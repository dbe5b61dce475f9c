package org.polyphony.simulation;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.part.PartConfig;
import org.polyphony.gpu.part.PartException;
import org.polyphony.input.JavaSource;
import org.polyphony.input.UserClass;
import org.polyphony.policy.WatchedThread;

/**
 * Finds the call of a user's hardware part that does not return: the one that is on a stack when no
 * cycle has ended for long. Parts are called too often to note each call.
 */
final class StuckParts implements WatchedThread.Advance {
  private final Map<String, String> places = new LinkedHashMap<>(); // by class, without its package
  private final LongSupplier cycle;

  /**
   * Watches a run.
   *
   * @param cycle of the run
   */
  StuckParts(GpuConfig config, LongSupplier cycle) {
    this.cycle = cycle;
    for (Map.Entry<String, PartConfig> part : config.parts().entrySet()) {
      String name = part.getValue().name();
      if (JavaSource.isOne(name) || UserClass.find(name).isPresent()) {
        places.merge(
            simple(name.replaceAll("\\.java$", "")),
            part.getKey(),
            (one, other) -> one + " or gpu." + other);
      }
    }
  }

  private static String simple(String name) {
    return name.replaceAll(".*[./]", "").replaceAll("\\$.*", "");
  }

  boolean isNeeded() {
    return !places.isEmpty();
  }

  @Override
  public long steps() {
    return cycle.getAsLong();
  }

  @Override
  public Optional<RuntimeException> failure(String limit) {
    for (StackTraceElement[] stack : Thread.getAllStackTraces().values()) {
      for (StackTraceElement frame : stack) {
        String place = places.get(simple(frame.getClassName()));
        if (place != null) {
          return Optional.of(failure(place, frame, stack, limit));
        }
      }
    }
    return Optional.empty();
  }

  private static PartException failure(
      String place, StackTraceElement frame, StackTraceElement[] stack, String limit) {
    String call = frame.getMethodName() + "() has not returned after " + limit;
    Throwable where = new IllegalStateException(frame.getMethodName() + "() does not return");
    where.setStackTrace(stack);
    return new PartException(place, frame.getClassName(), call, where);
  }
}
