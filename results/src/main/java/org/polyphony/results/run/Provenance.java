package org.polyphony.results.run;

import static org.polyphony.results.metric.Metric.word;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.polyphony.results.metric.Metrics;
import org.polyphony.results.store.Json;

/**
 * The program and platform behind a result, apart from its config.
 *
 * @param version of Polyphony
 * @param gitCommit that the program was built from, with {@code -dirty} appended if files had
 *     changed; empty if built outside a repository
 * @param java version of the Java runtime
 * @param peakMemoryBytes largest resident set of the process so far
 * @param ownCode user-defined code
 */
public record Provenance(
    String version, String gitCommit, String java, long peakMemoryBytes, OwnCode ownCode) {
  private static final String TEXT = "text";

  /**
   * What was made by a program.
   *
   * @param configHash identifies it
   */
  record Made(Provenance by, String configHash) {}

  static final Metrics<Made> METRICS =
      new Metrics<Made>()
          .with(word("version", TEXT), "Polyphony version", of -> of.by.version)
          .with(
              word("gitCommit", TEXT),
              "commit of the build, -dirty with local changes; null if unknown",
              of -> of.by.gitCommit.isEmpty() ? null : of.by.gitCommit)
          .with(
              word("configHash", TEXT),
              "SHA-256 of experiment, device and workload files",
              of -> of.configHash)
          .with(word("java", TEXT), "Java runtime", of -> of.by.java)
          .with(
              word("ownCode", TEXT),
              "SHA-256 of your policy's source, or of your classes and their names; absent without"
                  + " any",
              of -> of.by.ownCode.equals(OwnCode.NONE) ? Optional.empty() : of.by.ownCode.sha256());

  /** Creates the provenance of a result without user-defined code. */
  public Provenance(String version, String gitCommit, String java, long peakMemoryBytes) {
    this(version, gitCommit, java, peakMemoryBytes, OwnCode.NONE);
  }

  public Provenance with(OwnCode code) {
    return new Provenance(version, gitCommit, java, peakMemoryBytes, code);
  }

  /**
   * Converts it to the form in summaries, without the memory.
   *
   * @param configHash identifies the run
   */
  public ObjectNode json(String configHash) {
    ObjectNode json = Json.object();
    METRICS.write(json, new Made(this, configHash));
    return json;
  }

  /** Returns the current provenance of this process. */
  public static Provenance current() {
    String version = Provenance.class.getPackage().getImplementationVersion();
    return new Provenance(
        version == null ? "development" : version,
        builtFrom(),
        System.getProperty("java.version"),
        peakMemory());
  }

  private static String builtFrom() {
    Properties git = new Properties();
    try (InputStream in = Provenance.class.getResourceAsStream("/git.properties")) {
      if (in != null) { // else built outside a repository
        git.load(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    boolean isChanged = Boolean.parseBoolean(git.getProperty("git.dirty"));
    return git.getProperty("git.commit.id.full", "") + (isChanged ? "-dirty" : "");
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
