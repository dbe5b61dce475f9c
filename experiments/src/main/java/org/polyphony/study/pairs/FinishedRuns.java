package org.polyphony.study.pairs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.function.Predicate;
import org.polyphony.input.Sha256;
import org.polyphony.results.run.ResultsVersion;
import org.polyphony.results.store.ResultLines;
import org.polyphony.results.store.RunCache;

/**
 * Runs that need not be repeated: from the results file, valid for every build of the same results
 * version on any machine, and from the cache, valid for this build on this machine.
 *
 * @param file of results; empty to use only the cache
 */
public record FinishedRuns(Optional<ResultLines> file, RunCache cache, String build) {
  /**
   * Returns the result stored under an id; a result found only in the cache is added to the file.
   *
   * @param isWhole tells whether a line of the file has all of a result
   * @throws org.polyphony.input.InvalidInputException if the line in the file has not
   */
  Optional<JsonNode> find(String id, String about, Predicate<JsonNode> isWhole) {
    Optional<JsonNode> line = file.flatMap(lines -> lines.find(id, isWhole));
    if (line.isPresent()) {
      return line;
    }
    Optional<JsonNode> cached = cache.find(key(id));
    cached.ifPresent(found -> addToFile(id, about, (ObjectNode) found));
    return cached;
  }

  /** Stores a result in both places. */
  void keep(String id, String about, ObjectNode content) {
    cache.store(key(id), content);
    addToFile(id, about, content);
  }

  private void addToFile(String id, String about, ObjectNode content) {
    file.ifPresent(lines -> lines.add(id, about, content));
  }

  private String key(String id) {
    String identity = "line\n" + build + "\n" + ResultsVersion.CURRENT + "\n" + id;
    return Sha256.hex(identity);
  }
}
