package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.polyphony.host.app.Application;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.mgb.CudaCall;
import org.polyphony.host.mgb.CudaProgram;
import org.polyphony.input.NearestName;

/**
 * Reads the CUDA calls of an application, repeats written out; follows which memory objects there
 * are. An object that has the name of one freed before is called by that name and a number.
 */
final class CallList {
  private static final List<String> LAUNCH = List.of("launch");
  private static final ElementKinds KINDS =
      new ElementKinds(
          List.of(
              "cpu",
              "malloc",
              "copy",
              "memset",
              "launch",
              "free",
              "heapLimit",
              "synchronize",
              "function",
              "repeat"),
          Map.of(
              "bytes", List.of("malloc", "copy", "memset"),
              "direction", List.of("copy"),
              "arguments", LAUNCH,
              "seconds", LAUNCH,
              "workload", LAUNCH,
              "threadBlocks", LAUNCH,
              "warpsPerThreadBlock", LAUNCH,
              "calls", List.of("function", "repeat")));

  private final ConfigTree tree;
  private final List<CudaProgram.Line> lines = new ArrayList<>();
  private final List<String> places = new ArrayList<>();
  private final Map<String, CudaCall.Malloc> live = new HashMap<>(); // by name in the file
  private final Map<String, Integer> allocated = new HashMap<>(); // times, by name in the file

  private CallList(ConfigTree tree) {
    this.tree = tree;
  }

  /** Reads the calls of an application; empty when something is wrong with them, which is noted. */
  static Optional<LoadedProgram> read(ConfigTree tree) {
    CallList list = new CallList(tree);
    list.addAll(tree.at("calls"), "calls", "main");
    if (!tree.isValid()) {
      return Optional.empty();
    }
    String name = tree.at("name").asText();
    return Optional.of(
        new LoadedProgram(
            new CudaProgram(name, list.lines, CudaProgram.DEFAULT_HEAP_BYTES), list.places));
  }

  private void addAll(JsonNode calls, String path, String function) {
    for (int i = 0; i < calls.size() && tree.isValid(); i++) {
      String at = JsonPath.index(path, i);
      JsonNode call = calls.get(i);
      KINDS.of(tree, call, at).ifPresent(kind -> add(call, kind, at, function));
    }
  }

  private void add(JsonNode call, String kind, String path, String function) {
    switch (kind) {
      case "cpu" -> add(new CudaCall.Host(Seconds.nanos(call.get("cpu"))), path, function);
      case "malloc" -> malloc(call, path, function);
      case "copy", "memset", "free" -> use(call, kind, path, function);
      case "launch" -> launch(call, path, function);
      case "heapLimit" ->
          add(new CudaCall.HeapLimit(call.get("heapLimit").asLong()), path, function);
      case "synchronize" -> add(new CudaCall.Synchronize(), path, function);
      default -> below(call, kind, path, function);
    }
  }

  private void add(CudaCall call, String path, String function) {
    if (lines.size() == Application.MAX_PHASES) {
      tree.wrong(path, "call " + (lines.size() + 1L), Application.MAX_PHASES + " calls at most");
    } else if (tree.isValid()) {
      lines.add(new CudaProgram.Line(function, call));
      places.add(path);
    }
  }

  private void below(JsonNode call, String kind, String path, String function) {
    ElementKinds.require(tree, call, path, "calls", kind);
    int times = call.path("repeat").asInt(1);
    for (int i = 0; i < times && tree.isValid(); i++) {
      addAll(
          call.path("calls"), JsonPath.key(path, "calls"), call.path("function").asText(function));
    }
  }

  private void malloc(JsonNode call, String path, String function) {
    ElementKinds.require(tree, call, path, "bytes", "malloc");
    String name = call.get("malloc").asText();
    int times = allocated.merge(name, 1, Integer::sum);
    CudaCall.Malloc malloc =
        new CudaCall.Malloc(times == 1 ? name : name + "#" + times, call.path("bytes").asLong());
    if (live.putIfAbsent(name, malloc) != null) {
      tree.wrong(
          JsonPath.key(path, "malloc"),
          '"' + name + "\" twice",
          "another name, or a free before it");
    }
    add(malloc, path, function);
  }

  private void use(JsonNode call, String kind, String path, String function) {
    find(call.get(kind).asText(), JsonPath.key(path, kind))
        .ifPresent(object -> add(operation(call, kind, object, path), path, function));
  }

  private CudaCall operation(JsonNode call, String kind, CudaCall.Malloc object, String path) {
    long bytes = call.path("bytes").asLong(object.bytes());
    if (bytes > object.bytes()) {
      tree.wrong(
          JsonPath.key(path, "bytes"),
          Long.toString(bytes),
          "at most the " + object.bytes() + " bytes of " + call.get(kind));
    }
    return switch (kind) {
      case "copy" -> {
        boolean toDevice = call.path("direction").asText("to-device").equals("to-device");
        yield new CudaCall.Copy(object.object(), bytes, toDevice);
      }
      case "memset" -> new CudaCall.Memset(object.object(), bytes);
      default -> {
        live.remove(call.get(kind).asText());
        yield new CudaCall.Free(object.object());
      }
    };
  }

  private void launch(JsonNode call, String path, String function) {
    ElementKinds.requireTime(tree, call, path, "launch");
    List<String> objects = new ArrayList<>();
    for (JsonNode argument : call.path("arguments")) {
      String at = JsonPath.index(JsonPath.key(path, "arguments"), objects.size());
      find(argument.asText(), at).ifPresent(object -> objects.add(object.object()));
    }
    HostKernel kernel = ElementKinds.kernel(call, "launch");
    add(new CudaCall.Launch(kernel, objects, false), path, function);
  }

  private Optional<CudaCall.Malloc> find(String name, String path) {
    CudaCall.Malloc object = live.get(name);
    if (object == null) {
      String nearest =
          NearestName.of(name, live.keySet()).map(n -> " (nearest: " + n + ")").orElse("");
      tree.wrong(path, '"' + name + '"', "an object allocated at this point" + nearest);
    }
    return Optional.ofNullable(object);
  }
}
