package org.polyphony.sweep.slurm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.polyphony.store.Json;
import org.polyphony.sweep.Shard;

/**
 * How the work of a sweep is divided among the tasks of an array; it never changes. Tasks count
 * from 1.
 *
 * @param origin what the sweep is made of
 * @param jobs runs side by side in a task
 * @param preparations ids for each task of the array that comes first; no task when there are none
 * @param runs ids for each task of the array of runs
 */
public record Division(
    Origin origin, int jobs, List<List<String>> preparations, List<List<String>> runs) {
  /**
   * What a sweep is made of.
   *
   * @param config the sweep file, absolute
   * @param sets overrides of its base
   * @param gitCommit of the working copy when the sweep was submitted; empty when unknown
   */
  public record Origin(Path config, List<String> sets, String gitCommit) {
    /** Keeps its own copy of the list. */
    public Origin {
      sets = List.copyOf(sets);
    }
  }

  /** Divides a list into parts that differ by one element at most. */
  static List<List<String>> divide(List<String> all, int parts) {
    List<List<String>> divided = new ArrayList<>();
    for (int i = 1; i <= parts; i++) {
      divided.add(new Shard(i, parts).of(all));
    }
    return divided;
  }

  int runCount() {
    return runs.stream().mapToInt(List::size).sum();
  }

  ObjectNode toJson() {
    ObjectNode json = Json.object();
    json.put("schemaVersion", 1);
    json.put("config", origin.config().toString());
    origin.sets().forEach(json.putArray("set")::add);
    json.put("gitCommit", origin.gitCommit());
    json.put("jobs", jobs);
    put(json.putArray("preparations"), preparations);
    put(json.putArray("runs"), runs);
    return json;
  }

  private static void put(ArrayNode array, List<List<String>> parts) {
    parts.forEach(part -> part.forEach(array.addArray()::add));
  }

  static Division of(JsonNode json) {
    Origin origin =
        new Origin(
            Path.of(json.path("config").asText()),
            texts(json.path("set")),
            json.path("gitCommit").asText());
    return new Division(
        origin,
        json.path("jobs").asInt(1),
        parts(json.path("preparations")),
        parts(json.path("runs")));
  }

  private static List<List<String>> parts(JsonNode array) {
    List<List<String>> parts = new ArrayList<>();
    array.forEach(part -> parts.add(texts(part)));
    return parts;
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(text -> texts.add(text.asText()));
    return texts;
  }
}
