package org.polyphony.workload.trace;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.polyphony.input.InvalidInputException;

/**
 * The sample traces that ship with the project, in {@code workloads/samples} of its folder.
 *
 * <p>That folder is the system property {@value #HOME_PROPERTY}, which the launcher sets; without
 * it, the nearest folder above the jar (or the classes) that has the samples.
 */
public final class BundledTraces {
  /** System property: the project's folder. */
  public static final String HOME_PROPERTY = "polyphony.home";

  private static final String PREFIX = "sample-";
  private static final Path SAMPLES = Path.of("workloads", "samples");

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
   * Returns what a sample shows, in one line.
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
    Path home =
        home()
            .orElseThrow(
                () ->
                    new InvalidInputException(
                        name
                            + ": found no folder "
                            + SAMPLES
                            + " above the program; expected -D"
                            + HOME_PROPERTY
                            + "=<the project's folder>"));
    Path list = home.resolve(SAMPLES).resolve(kernel).resolve(KernelsList.FILE_NAME);
    TraceSource.checkExists(list);
    return list;
  }

  private static String kernel(String name) {
    if (!contains(name)) {
      throw new IllegalArgumentException("bundled trace: " + name);
    }
    return name.substring(PREFIX.length());
  }

  private static Optional<Path> home() {
    String stated = System.getProperty(HOME_PROPERTY);
    return stated != null ? Optional.of(Path.of(stated)) : above(codeLocation());
  }

  private static Path codeLocation() {
    CodeSource source = BundledTraces.class.getProtectionDomain().getCodeSource();
    try {
      return Path.of(source.getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("location of the program: " + source.getLocation(), e);
    }
  }

  private static Optional<Path> above(Path start) {
    return Stream.iterate(start, folder -> folder != null, Path::getParent)
        .filter(folder -> Files.isDirectory(folder.resolve(SAMPLES)))
        .findFirst();
  }
}
