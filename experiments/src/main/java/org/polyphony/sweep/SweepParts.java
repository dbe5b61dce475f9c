package org.polyphony.sweep;

import static org.polyphony.text.Formats.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.input.InvalidInputException;
import org.polyphony.run.OwnCode;
import org.polyphony.store.AtomicFile;

/** Folders that hold parts of one sweep, made by one program and, of each policy, one code. */
public final class SweepParts {
  private final List<SweepFolder> parts;

  /**
   * Opens them.
   *
   * @param paths at least one
   * @throws InvalidInputException when one holds no sweep
   */
  public SweepParts(List<Path> paths) {
    this.parts = paths.stream().map(SweepFolder::existing).toList();
  }

  /**
   * Puts their results together; a folder that has some keeps them.
   *
   * @param path the folder for all
   * @return it; its runs are not assembled yet
   * @throws InvalidInputException when the parts, or what is in the folder, are of different sweeps
   *     or made with different code of the user's
   * @throws UncheckedIOException when it cannot be written
   */
  public SweepFolder mergedAt(Path path) {
    List<SweepFolder> all = new ArrayList<>(parts);
    if (SweepFolder.isOne(path)) {
      all.add(SweepFolder.existing(path));
    }
    requireOneSweep(all);
    requireOneCode(all);
    SweepFolder target = SweepFolder.like(parts.get(0), path);
    for (SweepFolder part : parts) {
      for (String id : part.runIds()) {
        boolean isMissing = target.find(id).filter(run -> !run.has("error")).isEmpty();
        part.find(id).filter(run -> isMissing).ifPresent(run -> target.store(id, run, Shard.ALL));
      }
      copySource(part, target);
    }
    return target;
  }

  private static void requireOneSweep(List<SweepFolder> all) {
    SweepFolder first = all.get(0);
    for (SweepFolder part : all) {
      if (!part.digest().equals(first.digest())) {
        throw new InvalidInputException(
            part.path() + ": found another sweep than in " + first.path() + ", allowed: the same");
      }
    }
  }

  /** Two versions of a policy in one table would be compared as if they were one. */
  private static void requireOneCode(List<SweepFolder> all) {
    Map<String, Made> byPolicy = new HashMap<>();
    for (SweepFolder part : all) {
      for (String id : part.runIds()) {
        part.find(id).filter(run -> !run.has("error")).ifPresent(run -> check(run, part, byPolicy));
      }
    }
  }

  private record Made(SweepFolder part, String code) {}

  private static void check(JsonNode run, SweepFolder part, Map<String, Made> byPolicy) {
    // A host run names no one policy: only the same run of two parts can be compared.
    String policy = run.path("policy").asText("run " + run.path("run").asText());
    Made now = new Made(part, run.at("/provenance/ownCode").asText());
    Made first = byPolicy.putIfAbsent(policy, now);
    if (first != null && !first.code.equals(now.code)) {
      throw new InvalidInputException(
          text(
              "%s: found runs of other code of %s than in %s, allowed: the same code in all parts",
              part.path(), policy, first.part.path()));
    }
  }

  private static void copySource(SweepFolder part, SweepFolder target) {
    Path source = part.path().resolve(OwnCode.FILE);
    try {
      if (Files.exists(source)) {
        AtomicFile.write(target.path().resolve(OwnCode.FILE), Files.readString(source));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(source + ": cannot be read: " + e.getMessage(), e);
    }
  }
}
