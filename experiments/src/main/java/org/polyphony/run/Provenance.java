package org.polyphony.run;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * What made a result, apart from its config.
 *
 * @param version of Polyphony
 * @param gitCommit of the working copy, {@code -dirty} at its end when changed; empty when unknown
 * @param java version of the Java runtime
 * @param peakMemoryBytes largest resident set of the process so far
 */
public record Provenance(String version, String gitCommit, String java, long peakMemoryBytes) {
  /** Returns the provenance of this process, as of now. */
  public static Provenance current() {
    String version = Provenance.class.getPackage().getImplementationVersion();
    return new Provenance(
        version == null ? "development" : version,
        gitCommit(System.getProperty("polyphony.home", "")),
        System.getProperty("java.version"),
        peakMemory());
  }

  private static String gitCommit(String home) {
    if (home.isEmpty() || !Files.exists(Path.of(home, ".git"))) {
      return "";
    }
    try {
      Process git =
          new ProcessBuilder(
                  "git",
                  "-C",
                  home,
                  "describe",
                  "--always",
                  "--dirty",
                  "--abbrev=40",
                  "--exclude=*")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String commit =
          new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return git.waitFor(10, TimeUnit.SECONDS) && git.exitValue() == 0 ? commit : "";
    } catch (IOException e) {
      return ""; // no git: the result says that its commit is unknown
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  private static long peakMemory() {
    return residentPeak().orElseGet(Provenance::heapPeak);
  }

  private static Optional<Long> residentPeak() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      return lines
          .filter(line -> line.startsWith("VmHWM:"))
          .map(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
          .findFirst();
    } catch (IOException e) {
      return Optional.empty(); // not Linux
    }
  }

  private static long heapPeak() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .mapToLong(pool -> pool.getPeakUsage().getUsed())
        .sum();
  }
}
