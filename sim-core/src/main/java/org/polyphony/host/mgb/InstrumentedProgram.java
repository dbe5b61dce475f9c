package org.polyphony.host.mgb;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeSet;
import org.polyphony.host.app.Application;
import org.polyphony.host.app.Phase;
import org.polyphony.host.app.RequestDefaults;

/**
 * Converts a CUDA program with MGB's probes to a host application. A task requests its resources
 * before its first operation (if bound by the lazy runtime, before its first launch) and releases
 * them after its last operation. cudaMemset takes no time.
 *
 * <p>A process may have several concurrent tasks, each on the device assigned to it; it requests
 * one after another and waits for each. Copies, cudaFree and the end of a task wait for the
 * process's kernels on the device. Source: MGB sections II, III-A and IV. Differs: a lazily bound
 * task requests the objects of all its launches at the first one, so that it never waits for memory
 * while it holds some.
 */
public final class InstrumentedProgram {
  private final CudaProgram program;
  private final RequestDefaults requestDefaults;
  private final GpuTask[] taskOf; // by line
  private final IdentityHashMap<GpuTask, Integer> numbers =
      new IdentityHashMap<>(); // compared by identity, since equality of tasks is slow
  private final Map<String, List<CudaCall>> delayed = new HashMap<>(); // by unbound object
  private final Map<String, Long> bytes = new HashMap<>();
  private final List<Phase> phases = new ArrayList<>();
  private final boolean[] launched; // by task number: a kernel may still be running
  private int current; // number of the current task

  private InstrumentedProgram(CudaProgram program, RequestDefaults requestDefaults) {
    this.program = program;
    this.requestDefaults = requestDefaults;
    this.taskOf = new GpuTask[program.lines().size()];
    List<GpuTask> tasks = TaskBuilder.build(program);
    for (GpuTask task : tasks) {
      task.lines().forEach(line -> taskOf[line] = task);
    }
    this.launched = new boolean[number(tasks)];
  }

  /**
   * Assigns each task the lowest number that is free from its probe to its last operation.
   *
   * @return the maximum number of concurrent tasks
   */
  private int number(List<GpuTask> tasks) {
    int count = 0;
    PriorityQueue<GpuTask> live = new PriorityQueue<>(Comparator.comparingInt(GpuTask::last));
    TreeSet<Integer> free = new TreeSet<>();
    List<GpuTask> byProbe = tasks.stream().sorted(Comparator.comparingInt(GpuTask::probe)).toList();
    for (GpuTask task : byProbe) {
      while (!live.isEmpty() && live.element().last() < task.probe()) {
        free.add(numbers.get(live.remove()));
      }
      numbers.put(task, free.isEmpty() ? count++ : free.pollFirst());
      live.add(task);
    }
    return count;
  }

  /**
   * Converts a program.
   *
   * @param requestDefaults parameters of its task requests
   */
  public static Application application(CudaProgram program, RequestDefaults requestDefaults) {
    InstrumentedProgram run = new InstrumentedProgram(program, requestDefaults);
    for (int line = 0; line < run.taskOf.length; line++) {
      run.line(line);
    }
    return Application.of(program.name(), run.phases);
  }

  private void line(int line) {
    CudaCall call = program.lines().get(line).call();
    GpuTask task = taskOf[line];
    if (call instanceof CudaCall.Host host) {
      phases.add(new Phase.Cpu(host.nanos()));
    } else if (call instanceof CudaCall.Synchronize) {
      synchronizeAll();
    } else if (task != null) {
      if (line == task.probe()) {
        use(task);
        phases.add(
            new Phase.Reserve(
                task.need(requestDefaults.priority()), requestDefaults.timeoutNanos(), 0));
      }
      if (task.lazy()) {
        bindLazily(task, call);
      } else {
        perform(task, call);
      }
      if (line == task.last()) {
        end(task);
      }
    }
  }

  private void end(GpuTask task) {
    use(task);
    synchronize();
    boolean alone = launched.length == 1;
    phases.add(new Phase.Free(Phase.ALL, alone ? Phase.ALL : task.memoryBytes(), true));
  }

  /**
   * The lazy runtime: operations on a memory object are deferred until a kernel that needs it is
   * launched, and then replayed; those on an object freed earlier are dropped. Source: MGB section
   * III-A.2.
   */
  private void bindLazily(GpuTask task, CudaCall call) {
    if (call instanceof CudaCall.Launch launch) {
      for (String object : launch.objects()) {
        List<CudaCall> late = delayed.remove(object);
        if (late != null) {
          late.forEach(each -> perform(task, each));
        }
      }
      perform(task, launch);
      return;
    }
    String object = call.objects().get(0);
    if (call instanceof CudaCall.Malloc) {
      delayed.put(object, new ArrayList<>());
    }
    if (!delayed.containsKey(object)) {
      perform(task, call);
    } else if (call instanceof CudaCall.Free) {
      delayed.remove(object);
    } else {
      delayed.get(object).add(call);
    }
  }

  private void perform(GpuTask task, CudaCall call) {
    use(task);
    if (call instanceof CudaCall.Malloc malloc) {
      bytes.put(malloc.object(), malloc.bytes());
      phases.add(new Phase.Allocate(malloc.bytes()));
    } else if (call instanceof CudaCall.Copy copy) {
      synchronize();
      phases.add(new Phase.Copy(copy.bytes(), copy.toDevice()));
    } else if (call instanceof CudaCall.Launch launch) {
      launch(launch);
    } else if (call instanceof CudaCall.Free free) {
      synchronize();
      phases.add(new Phase.Free(bytes.get(free.object()), 0));
    }
  }

  private void launch(CudaCall.Launch launch) {
    if (launch.waits()) {
      synchronize();
      phases.add(new Phase.Launch(launch.kernel(), 1, 0));
    } else {
      phases.add(new Phase.Start(launch.kernel()));
      launched[current] = true;
    }
  }

  private void use(GpuTask task) {
    use(numbers.get(task));
  }

  private void use(int number) {
    if (number != current) {
      current = number;
      phases.add(new Phase.UseTask(number));
    }
  }

  private void synchronize() {
    if (launched[current]) {
      phases.add(new Phase.Synchronize());
      launched[current] = false;
    }
  }

  private void synchronizeAll() {
    for (int number = 0; number < launched.length; number++) {
      if (launched[number]) {
        use(number);
        synchronize();
      }
    }
  }
}
