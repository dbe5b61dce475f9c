package org.polyphony.cli;

import static org.polyphony.results.table.Formats.text;

import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.polyphony.config.LoadedProgram;
import org.polyphony.host.mgb.CudaCall;
import org.polyphony.host.mgb.CudaProgram;
import org.polyphony.host.mgb.GpuTask;
import org.polyphony.results.table.Table;

/** The GPU tasks that were found in a CUDA program, and which of its calls belong to each. */
record ProgramFacts(LoadedProgram program) {
  private static final int MOST_TASKS = 20; // that are listed

  private static final Table<Task> TASKS =
      new Table<Task>()
          .text("task", Task::number)
          .text("bound", t -> t.of.lazy() ? "lazy, at launch" : "static")
          .text("probe before", t -> t.program.places().get(t.of.probe()))
          .text("last call", t -> t.program.places().get(t.of.last()))
          .number("objects B", "%,d", t -> t.of.objectBytes())
          .number("heap B", "%,d", t -> t.of.heapBytes())
          .number("thread blocks", "%,d", t -> t.of.threadBlocks())
          .number("warps each", "%d", t -> t.of.warpsPerThreadBlock());

  private static final Table<Site> SITES =
      new Table<Site>()
          .text("call", Site::shown)
          .text("what", s -> words(s.line.call()))
          .text("function", s -> s.line.function())
          .text("task", Site::tasks);

  private record Task(int number, GpuTask of, LoadedProgram program) {}

  /** A place in the file, with all calls that are made there and the tasks they belong to. */
  private record Site(String place, CudaProgram.Line line, int calls, IntSummaryStatistics of) {
    String shown() {
      return calls == 1 ? place : text("%s, %,d times", place, calls);
    }

    String tasks() {
      if (of.getCount() == 0) {
        return "-";
      }
      int first = of.getMin();
      return first == of.getMax() ? "" + first : first + " to " + of.getMax();
    }
  }

  String line() {
    long lazy = program.tasks().stream().filter(GpuTask::lazy).count();
    int count = program.tasks().size();
    return text(
        "%d GPU task%s, %d static, %d lazy", count, count == 1 ? "" : "s", count - lazy, lazy);
  }

  String tables() {
    List<Task> tasks = new ArrayList<>();
    int[] taskOf = new int[program.places().size()]; // by line, 0 of none
    for (GpuTask task : program.tasks()) {
      tasks.add(new Task(tasks.size() + 1, task, program));
      task.lines().forEach(line -> taskOf[line] = tasks.size());
    }
    int more = tasks.size() - MOST_TASKS;
    return "\n"
        + TASKS.lines(tasks.subList(0, Math.min(tasks.size(), MOST_TASKS)))
        + (more > 0 ? text("and %,d more\n", more) : "")
        + "\n"
        + SITES.lines(sites(taskOf));
  }

  private List<Site> sites(int[] taskOf) {
    Map<String, List<Integer>> lines = new LinkedHashMap<>(); // by place
    for (int i = 0; i < taskOf.length; i++) {
      lines.computeIfAbsent(program.places().get(i), place -> new ArrayList<>()).add(i);
    }
    List<Site> sites = new ArrayList<>();
    lines.forEach(
        (place, all) -> {
          IntStream tasks = all.stream().mapToInt(line -> taskOf[line]).filter(task -> task > 0);
          CudaProgram.Line first = program.program().lines().get(all.get(0));
          sites.add(new Site(place, first, all.size(), tasks.summaryStatistics()));
        });
    return sites;
  }

  private static String words(CudaCall call) {
    if (call instanceof CudaCall.Host host) {
      return text("cpu %.6g s", host.nanos() / 1e9);
    } else if (call instanceof CudaCall.HeapLimit limit) {
      return text("heapLimit %,d B", limit.bytes());
    } else if (call instanceof CudaCall.Launch launch) {
      return "launch " + launch.kernel().name() + "(" + String.join(", ", launch.objects()) + ")";
    } else if (call instanceof CudaCall.Malloc malloc) {
      return text("malloc %s, %,d B", malloc.object(), malloc.bytes());
    } else if (call instanceof CudaCall.Copy copy) {
      return text("copy %s to %s", copy.object(), copy.toDevice() ? "device" : "host");
    }
    String object = call.objects().isEmpty() ? "" : " " + call.objects().get(0);
    return call.getClass().getSimpleName().toLowerCase(java.util.Locale.ROOT) + object;
  }
}
