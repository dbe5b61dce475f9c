package org.polyphony.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.polyphony.config.ApplicationConfig.CallConfig;
import org.polyphony.host.app.Application;
import org.polyphony.host.mgb.CudaCall;
import org.polyphony.host.mgb.CudaProgram;
import org.polyphony.host.mgb.TaskBuilder;
import org.polyphony.input.NearestName;

/**
 * Reads the CUDA calls of an application, repeats written out; follows which memory objects there
 * are. An object that has the name of one freed before is called by that name and a number.
 */
final class CallList {
  private final ConfigTree tree;
  private final List<CudaProgram.Line> lines = new ArrayList<>();
  private final List<String> places = new ArrayList<>();
  private final Map<String, CudaCall.Malloc> live = new HashMap<>(); // by name in the file
  private final Map<String, Integer> allocated = new HashMap<>(); // times, by name in the file

  private CallList(ConfigTree tree) {
    this.tree = tree;
  }

  /** Reads the calls of an application; empty if something is wrong with them, which is noted. */
  static Optional<LoadedProgram> read(ConfigTree tree, ApplicationConfig application) {
    CallList list = new CallList(tree);
    list.addAll(application.calls(), "calls", "main");
    if (!tree.isValid()) {
      return Optional.empty();
    }
    CudaProgram program =
        new CudaProgram(application.name(), list.lines, CudaProgram.DEFAULT_HEAP_BYTES);
    return Optional.of(new LoadedProgram(program, list.places, TaskBuilder.build(program)));
  }

  private void addAll(List<CallConfig> calls, String path, String function) {
    for (int i = 0; i < calls.size() && tree.isValid(); i++) {
      add(calls.get(i), JsonPath.index(path, i), function);
    }
  }

  private void add(CallConfig call, String path, String function) {
    if (call.repeat() != null || call.function() != null) {
      int times = call.repeat() == null ? 1 : call.repeat();
      String inner = call.function() == null ? function : call.function();
      for (int i = 0; i < times && tree.isValid(); i++) {
        addAll(call.calls(), path + ".calls", inner);
      }
    } else {
      of(call, path).ifPresent(made -> add(made, path, function));
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

  private Optional<CudaCall> of(CallConfig call, String path) {
    if (call.cpu() != null) {
      return Optional.of(new CudaCall.Host(Seconds.nanos(call.cpu())));
    } else if (call.malloc() != null) {
      return Optional.of(malloc(call, path + ".malloc"));
    } else if (call.launch() != null) {
      return Optional.of(launch(call, path + ".arguments"));
    } else if (call.heapLimit() != null) {
      return Optional.of(new CudaCall.HeapLimit(call.heapLimit()));
    } else if (call.synchronize() != null) {
      return Optional.of(new CudaCall.Synchronize());
    } else if (call.copy() != null) {
      boolean toDevice = call.direction().equals("to-device");
      return find(call.copy(), path + ".copy")
          .map(of -> new CudaCall.Copy(of.object(), bytes(call, call.copy(), of, path), toDevice));
    } else if (call.memset() != null) {
      return find(call.memset(), path + ".memset")
          .map(of -> new CudaCall.Memset(of.object(), bytes(call, call.memset(), of, path)));
    }
    Optional<CudaCall.Malloc> freed = find(call.free(), path + ".free");
    live.remove(call.free());
    return freed.map(of -> new CudaCall.Free(of.object()));
  }

  private CudaCall malloc(CallConfig call, String path) {
    String name = call.malloc();
    int times = allocated.merge(name, 1, Integer::sum);
    CudaCall.Malloc malloc =
        new CudaCall.Malloc(times == 1 ? name : name + "#" + times, call.bytes());
    if (live.putIfAbsent(name, malloc) != null) {
      tree.wrong(path, '"' + name + "\" twice", "another name, or a free before it");
    }
    return malloc;
  }

  private long bytes(CallConfig call, String name, CudaCall.Malloc object, String path) {
    long bytes = call.bytes() == null ? object.bytes() : call.bytes();
    if (bytes > object.bytes()) {
      String allowed = "at most the %d bytes of \"%s\"".formatted(object.bytes(), name);
      tree.wrong(path + ".bytes", Long.toString(bytes), allowed);
    }
    return bytes;
  }

  private CudaCall launch(CallConfig call, String path) {
    List<String> objects = new ArrayList<>();
    for (String argument : call.arguments()) {
      find(argument, JsonPath.index(path, objects.size()))
          .ifPresent(object -> objects.add(object.object()));
    }
    return new CudaCall.Launch(call.kernel(), objects, false);
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
