package org.polyphony.workload.trace;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.polyphony.input.Home;
import org.polyphony.input.InvalidInputException;

/** The sample traces that ship with the project, in {@code workloads/samples} of its folder. */
public final class BundledTraces {
  private static final String PREFIX = "sample-";
  private static final String SAMPLES = "workloads/samples";

  private static final Map<String, String> SHOWS =
      new TreeMap<>(
          Map.of(
              "chase", "latency: one warp follows a chain of dependent loads",
              "collatz", "divergence: lanes fall away one by one",
              "gather", "irregular reads: up to 32 sectors per access",
              "histogram", "atomics in shared and global memory",
              "saxpy", "streaming: coalesced loads and stores",
              "sgemm", "compute with reuse in shared memory and barriers",
              "transcendental", "special functions in a dependent chain"));

  private BundledTraces() {}

  /** Returns the names of all samples, in alphabetical order. */
  public static List<String> names() {
    return SHOWS.keySet().stream().map(PREFIX::concat).toList();
  }

  public static boolean contains(String name) {
    return names().contains(name);
  }

  /**
   * Returns the description of a sample, in one line.
   *
   * @param name one of {@link #names}
   */
  public static String about(String name) {
    return SHOWS.get(kernel(name));
  }

  /**
   * Returns where a sample is.
   *
   * @param name one of {@link #names}
   * @return its {@code kernelslist.g}
   * @throws InvalidInputException the project's folder is not found, or lacks the sample
   */
  public static Path path(String name) {
    String kernel = kernel(name);
    Path list = Home.find().resolve(SAMPLES).resolve(kernel).resolve(KernelsList.FILE_NAME);
    TraceSource.checkExists(list);
    return list;
  }

  private static String kernel(String name) {
    if (!contains(name)) {
      throw new IllegalArgumentException("bundled trace: " + name);
    }
    return name.substring(PREFIX.length());
  }
}
