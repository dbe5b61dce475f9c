package org.polyphony.run;

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
import org.polyphony.store.Json;

/**
 * What made a result, apart from its config.
 *
 * @param version of Polyphony
 * @param gitCommit from which the program was built, {@code -dirty} at its end when files had
 *     changed since; empty when it was built outside a repository
 * @param java version of the Java runtime
 * @param peakMemoryBytes largest resident set of the process so far
 * @param ownCode the user's own
 */
public record Provenance(
    String version, String gitCommit, String java, long peakMemoryBytes, OwnCode ownCode) {
  /** Names what made a result without code of the user's. */
  public Provenance(String version, String gitCommit, String java, long peakMemoryBytes) {
    this(version, gitCommit, java, peakMemoryBytes, OwnCode.NONE);
  }

  public Provenance with(OwnCode code) {
    return new Provenance(version, gitCommit, java, peakMemoryBytes, code);
  }

  /**
   * Returns it as summaries have it, without the memory.
   *
   * @param configHash tells what was run from other runs
   */
  public ObjectNode json(String configHash) {
    ObjectNode json = Json.object();
    json.put("version", version).put("gitCommit", gitCommit);
    json.put("configHash", configHash).put("java", java);
    if (!ownCode.equals(OwnCode.NONE)) {
      json.put("ownCode", ownCode.sha256());
    }
    return json;
  }

  /** Returns the provenance of this process, as of now. */
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
