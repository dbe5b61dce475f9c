package org.polyphony.host.mgb;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.host.app.Application;
import org.polyphony.host.app.Phase;

/**
 * A CUDA program with its probes, as a host application: a task asks for what it needs before its
 * first operation, or, where the lazy runtime binds, before its first launch, and gives all back
 * behind its last operation. cudaMemset takes no time.
 *
 * <p>A process has one device at a time: tasks whose operations interleave are asked for together.
 * Source: MGB sections III-A and IV. Differs: a lazily bound task asks for the objects of all its
 * launches with the first, so that it never waits for memory with memory in its hands.
 */
public final class InstrumentedProgram {
  private final CudaProgram program;
  private final GpuTask[] taskOf; // by line
  private final LazyRuntime runtime = new LazyRuntime();
  private final Map<String, Long> pseudo = new HashMap<>();
  private final Map<String, Long> bytes = new HashMap<>();
  private final List<Phase> phases = new ArrayList<>();
  private GpuTask open;
  private long nextReal = 1;

  private InstrumentedProgram(CudaProgram program) {
    this.program = program;
    this.taskOf = new GpuTask[program.lines().size()];
  }

  /** Returns the application that a program becomes. */
  public static Application application(CudaProgram program) {
    InstrumentedProgram run = new InstrumentedProgram(program);
    for (GpuTask task : together(TaskBuilder.build(program))) {
      for (int line : task.lines()) {
        run.taskOf[line] = task;
      }
    }
    for (int line = 0; line < run.taskOf.length; line++) {
      run.line(line);
    }
    return Application.of(program.name(), run.phases);
  }

  /** Joins tasks whose operations interleave; the given ones begin one after another. */
  static List<GpuTask> together(List<GpuTask> tasks) {
    List<GpuTask> joined = new ArrayList<>();
    for (GpuTask task : tasks) {
      int last = joined.size() - 1;
      if (last >= 0 && task.first() < joined.get(last).last()) {
        joined.set(last, join(joined.get(last), task));
      } else {
        joined.add(task);
      }
    }
    return joined;
  }

  private static GpuTask join(GpuTask a, GpuTask b) {
    List<Integer> lines = new ArrayList<>(a.lines());
    lines.addAll(b.lines());
    lines.sort(null);
    GpuTask larger = b.need().warps() > a.need().warps() ? b : a;
    return new GpuTask(
        lines,
        a.memoryBytes() + b.memoryBytes(),
        larger.threadBlocks(),
        larger.warpsPerThreadBlock(),
        a.lazy() || b.lazy());
  }

  private void line(int line) {
    CudaCall call = program.lines().get(line).call();
    GpuTask task = taskOf[line];
    if (call instanceof CudaCall.Host host) {
      phases.add(new Phase.Cpu(host.nanos()));
    } else if (call instanceof CudaCall.HeapLimit limit) {
      runtime.limitHeap(limit);
    } else if (task != null) {
      if (task.lazy()) {
        lazily(task, call);
      } else {
        begin(task);
        perform(call);
      }
      if (line == task.last()) {
        phases.add(new Phase.Free(Phase.ALL, Phase.ALL));
      }
    }
  }

  private void begin(GpuTask task) {
    if (!task.equals(open)) {
      open = task;
      phases.add(new Phase.Reserve(task.need(), Phase.FOREVER, 0));
    }
  }

  private void lazily(GpuTask task, CudaCall call) {
    if (call instanceof CudaCall.Malloc malloc) {
      pseudo.put(malloc.object(), runtime.malloc(malloc));
    } else if (call instanceof CudaCall.Launch launch) {
      begin(task);
      List<Long> arguments = launch.objects().stream().map(pseudo::get).toList();
      for (LazyRuntime.Operation late : runtime.prepare(launch.kernel(), arguments).replay()) {
        perform(late.call());
        if (late.call() instanceof CudaCall.Malloc malloc) {
          runtime.bind(late.pseudo(), nextReal);
          nextReal += Math.max(1, malloc.bytes());
        }
      }
      perform(launch);
    } else if (!runtime.delays(pseudo.get(call.objects().get(0)), call)) {
      perform(call);
    }
  }

  private void perform(CudaCall call) {
    if (call instanceof CudaCall.Malloc malloc) {
      bytes.put(malloc.object(), malloc.bytes());
      phases.add(new Phase.Allocate(malloc.bytes()));
    } else if (call instanceof CudaCall.Copy copy) {
      phases.add(new Phase.Copy(copy.bytes(), copy.toDevice()));
    } else if (call instanceof CudaCall.Launch launch) {
      phases.add(new Phase.Launch(launch.kernel(), 1, 0));
    } else if (call instanceof CudaCall.Free free) {
      phases.add(new Phase.Free(bytes.get(free.object()), 0));
    }
  }
}
