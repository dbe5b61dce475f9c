package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.polyphony.host.app.Application;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.app.Phase;
import org.polyphony.host.app.TaskNeed;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Violation;

/** A host application as a file states it, checked. */
final class ApplicationFile {
  private static final String FOLDER = "configs/host/applications";
  private static final List<String> KINDS =
      List.of("cpu", "reserve", "allocate", "copy", "kernel", "free", "repeat");

  private final ConfigTree tree;

  private ApplicationFile(ConfigTree tree) {
    this.tree = tree;
  }

  /**
   * Loads an application.
   *
   * @param user what names it
   * @param path where in it: a bundled name, or a path that ends in .json
   * @param folder where a relative path starts
   * @throws InvalidInputException with everything that is wrong, a line each
   */
  static ApplicationFile load(ConfigTree user, String path, Path folder) {
    ConfigTree tree = JsonFile.read(HostFolders.file(FOLDER, user, path, folder));
    List<Violation> violations = new ArrayList<>(ConfigSchema.APPLICATION.check(tree.root()));
    if (violations.isEmpty()) {
      new PhaseCheck(violations).check(tree.at("phases"), "phases");
    }
    if (!violations.isEmpty()) {
      throw tree.invalid(violations);
    }
    return new ApplicationFile(tree);
  }

  /** Returns the names of the bundled applications, sorted. */
  static List<String> names() {
    return HostFolders.names(FOLDER);
  }

  /** Returns what the file says. */
  JsonNode root() {
    return tree.root();
  }

  /** Returns the greatest number of a device that it names, -1 when it names none. */
  int greatestDevice() {
    return tree.root().findValues("device").stream().mapToInt(JsonNode::asInt).max().orElse(-1);
  }

  /** Returns the largest request for device memory, in bytes; 0 without any. */
  long largestRequest() {
    return Stream.of("reserve", "allocate")
        .flatMap(key -> tree.root().findValues(key).stream())
        .mapToLong(JsonNode::asLong)
        .max()
        .orElse(0);
  }

  /**
   * Makes the application.
   *
   * @param priority of requests that do not state one
   * @param timeoutNanos of requests that do not state one
   */
  Application application(int priority, long timeoutNanos) {
    try {
      return Application.of(
          tree.at("name").asText(), phases(tree.at("phases"), priority, timeoutNanos));
    } catch (IllegalArgumentException e) {
      throw tree.invalid(
          List.of(
              new Violation(
                  "phases",
                  e.getMessage(),
                  Application.MAX_PHASES + " at most, none freed twice")));
    }
  }

  private static List<Phase> phases(JsonNode nodes, int priority, long timeoutNanos) {
    List<Phase> phases = new ArrayList<>();
    nodes.forEach(node -> phases.add(phase(node, priority, timeoutNanos)));
    return phases;
  }

  private static Phase phase(JsonNode node, int priority, long timeoutNanos) {
    if (node.has("cpu")) {
      return new Phase.Cpu(Seconds.nanos(node.get("cpu")));
    } else if (node.has("reserve")) {
      return reserve(node, priority, timeoutNanos);
    } else if (node.has("allocate")) {
      return new Phase.Allocate(node.get("allocate").asLong());
    } else if (node.has("copy")) {
      boolean toDevice = node.path("direction").asText("to-device").equals("to-device");
      return new Phase.Copy(node.get("copy").asLong(), toDevice);
    } else if (node.has("kernel")) {
      return launch(node);
    } else if (node.has("free")) {
      long bytes = node.get("free").isTextual() ? Phase.ALL : node.get("free").asLong();
      return new Phase.Free(bytes, bytes);
    }
    return new Phase.Repeat(
        node.get("repeat").asInt(), phases(node.path("phases"), priority, timeoutNanos));
  }

  private static Phase reserve(JsonNode node, int priority, long timeoutNanos) {
    TaskNeed need =
        new TaskNeed(
            node.get("reserve").asLong(),
            node.path("threadBlocks").asInt(0),
            node.path("warpsPerThreadBlock").asInt(0),
            node.path("device").asInt(TaskNeed.ANY),
            node.path("priority").asInt(priority));
    return new Phase.Reserve(
        need,
        node.has("timeoutSeconds") ? Seconds.nanos(node.get("timeoutSeconds")) : timeoutNanos,
        Seconds.nanos(node.path("retrySeconds")));
  }

  private static Phase launch(JsonNode node) {
    HostKernel kernel =
        new HostKernel(
            node.get("kernel").asText(),
            Math.max(1, Seconds.nanos(node.get("seconds"))),
            node.path("threadBlocks").asInt(1),
            node.path("warpsPerThreadBlock").asInt(1));
    return new Phase.Launch(
        kernel, node.path("launches").asInt(1), Seconds.nanos(node.path("thinkSeconds")));
  }

  /** Follows what an application holds and has reserved; a repeat is followed twice. */
  private static final class PhaseCheck {
    private final List<Violation> violations;
    private long held;
    private long reserved;

    PhaseCheck(List<Violation> violations) {
      this.violations = violations;
    }

    void check(JsonNode phases, String path) {
      for (int i = 0; i < phases.size() && violations.isEmpty(); i++) {
        checkOne(phases.get(i), JsonPath.index(path, i));
      }
    }

    private void checkOne(JsonNode phase, String path) {
      List<String> kinds = KINDS.stream().filter(phase::has).toList();
      if (kinds.size() != 1) {
        String found = kinds.isEmpty() ? "none of them" : String.join(" and ", kinds);
        violations.add(new Violation(path, found, "one of " + String.join(", ", KINDS)));
        return;
      }
      held += phase.path("allocate").asLong();
      reserved += phase.path("reserve").asLong();
      checkCompanions(phase, kinds.get(0), path);
      if (phase.has("free")) {
        checkFree(phase.get("free"), JsonPath.key(path, "free"));
      }
      for (int i = 0; i < Math.min(2, phase.path("repeat").asInt()); i++) {
        check(phase.path("phases"), JsonPath.key(path, "phases"));
      }
    }

    private void checkCompanions(JsonNode phase, String kind, String path) {
      String needs = kind.equals("kernel") ? "seconds" : kind.equals("repeat") ? "phases" : kind;
      if (!phase.has(needs)) {
        violations.add(new Violation(JsonPath.key(path, needs), "nothing", "it, with " + kind));
      }
    }

    private void checkFree(JsonNode free, String path) {
      if (free.isTextual() && !free.asText().equals("all")) {
        violations.add(new Violation(path, JsonPath.describe(free), "bytes, or \"all\""));
      } else if (free.isTextual()) {
        held = 0;
        reserved = 0;
      } else if (free.asLong() > held) {
        violations.add(
            new Violation(path, free + " bytes", "at most the " + held + " bytes that it holds"));
      } else if (reserved > 0 && free.asLong() > reserved) {
        violations.add(
            new Violation(path, free + " bytes", "at most the " + reserved + " bytes reserved"));
      } else {
        held -= free.asLong();
        reserved -= Math.min(reserved, free.asLong());
      }
    }
  }
}
