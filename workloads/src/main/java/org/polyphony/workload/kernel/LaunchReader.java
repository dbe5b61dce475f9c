package org.polyphony.workload.kernel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.workload.kernel.ModelDefinition.PlannedLaunch;
import org.polyphony.workload.kernel.ModelDefinition.PlannedOther;
import org.polyphony.workload.kernel.ModelDefinition.PlannedStep;

/** Reads the host program of a model and writes its loops out. */
final class LaunchReader {
  private static final int MOST_STEPS = 1_000_000;
  private static final int LAST_STREAM = 31; // the hardware queues of Hyper-Q are 32
  private static final int MOST_ARGUMENTS = Variables.FIRST_COUNTER - Variables.FIRST_ARGUMENT;

  private final Map<String, ArrayRange> arrays;
  private final Map<String, KernelDefinition> kernels;
  private final List<PlannedStep> plan = new ArrayList<>();
  private final Map<Long, Integer> streams = new HashMap<>(); // number by id, as first used
  private final Map<String, Integer> events = new HashMap<>(); // number by name, as recorded

  LaunchReader(Map<String, ArrayRange> arrays, Map<String, KernelDefinition> kernels) {
    this.arrays = arrays;
    this.kernels = kernels;
  }

  List<PlannedStep> read(List<ModelNode> nodes, Scope scope) {
    nodes.forEach(node -> readStep(node, scope));
    return plan;
  }

  int streams() {
    return streams.size();
  }

  private void readStep(ModelNode node, Scope scope) {
    if (plan.size() > MOST_STEPS) {
      throw node.error("more than " + MOST_STEPS + " launches", "fewer");
    }
    if (node.has("launch")) {
      plan.add(launch(node.onlyKeys("launch", "with", "grid", "stream"), scope));
    } else if (node.has("copy")) {
      plan.add(copy(node.onlyKeys("copy", "bytes"), scope));
    } else if (node.has("record")) {
      plan.add(record(node.onlyKeys("record", "stream"), scope));
    } else if (node.has("wait")) {
      plan.add(await(node.onlyKeys("wait", "stream"), scope));
    } else if (node.has("for")) {
      repeat(node.onlyKeys("for", "count", "body"), scope);
    } else {
      throw node.error(node.brief(), "an object with launch, copy, record, wait or for");
    }
  }

  private PlannedLaunch launch(ModelNode node, Scope scope) {
    String kernel = node.get("launch").named("kernel", kernels).name();
    Map<String, Long> arguments = arguments(node, scope);
    Place place = node.place().key("grid");
    List<Long> grid =
        KernelReader.grid(node).stream().map(side -> scope.value(side, place)).toList();
    return new PlannedLaunch(kernel, arguments, grid, stream(node, scope), node.place());
  }

  /** Returns the number of a step's stream; streams are numbered from 0 as they first appear. */
  private int stream(ModelNode node, Scope scope) {
    long id = node.has("stream") ? node.get("stream").value(scope, 0, LAST_STREAM, "") : 0;
    int next = streams.size();
    return streams.computeIfAbsent(id, unknown -> next);
  }

  private PlannedOther record(ModelNode node, Scope scope) {
    int next = events.size();
    int event = events.computeIfAbsent(node.get("record").text(), unknown -> next);
    return new PlannedOther(new Workload.EventRecord(stream(node, scope), event));
  }

  private PlannedOther await(ModelNode node, Scope scope) {
    int event = node.get("wait").named("event (no earlier record)", events);
    return new PlannedOther(new Workload.EventWait(stream(node, scope), event));
  }

  private static Map<String, Long> arguments(ModelNode node, Scope scope) {
    Map<String, Long> arguments = new TreeMap<>();
    node.membersOrEmpty("with")
        .forEach(
            (name, value) -> {
              if (Variables.NAMES.contains(name)) {
                throw value.error("the name of a variable", "a new name");
              }
              arguments.put(name, value.value(scope));
            });
    if (arguments.size() > MOST_ARGUMENTS) {
      Place place = node.get("with").place();
      throw place.error(arguments.size() + " arguments", "at most " + MOST_ARGUMENTS);
    }
    return arguments;
  }

  private PlannedOther copy(ModelNode node, Scope scope) {
    ArrayRange array = node.get("copy").named("array", arrays);
    long bytes =
        node.has("bytes")
            ? node.get("bytes").value(scope, 0, array.bytes(), " bytes")
            : array.bytes();
    return new PlannedOther(new Workload.HostCopy(array.address(), bytes));
  }

  private void repeat(ModelNode node, Scope scope) {
    long count = node.get("count").value(scope, 0, MOST_STEPS, " iterations");
    for (long i = 0; i < count; i++) {
      Scope inner = scope.copy();
      inner.constant(node.get("for").text(), i);
      node.get("body").list().forEach(step -> readStep(step, inner));
    }
  }
}
