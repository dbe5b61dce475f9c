package org.polyphony.study.silicon;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.results.run.Experiment;
import org.polyphony.run.Progress;
import org.polyphony.simulation.RunRequest;
import org.polyphony.simulation.SimulationFailure;
import org.polyphony.study.StudyContext;
import org.polyphony.sweep.SideBySide;

/**
 * Runs kernels alone and together and records their progress over time; reuses cached runs.
 *
 * @param limit core cycles after which a run ends; 0 for none
 */
record KernelRuns(
    StudyContext context,
    String kind,
    Function<KernelSetting, ObjectNode> experiment,
    ToLongFunction<KernelSetting> limit) {
  private static final int STEP_CYCLES = 5_000;

  /** The kernels of a workload, repeated, without its copies. */
  record Launches(String name, List<Workload.Step> once, int streams, int times)
      implements Workload {
    static Launches of(Workload workload, int times) {
      List<Workload.Step> once = new ArrayList<>();
      for (int i = 0; i < workload.steps(); i++) {
        Workload.Step step = workload.step(i);
        if (!(step instanceof Workload.HostCopy)) {
          once.add(step);
        }
      }
      return new Launches(workload.name(), List.copyOf(once), workload.streams(), times);
    }

    @Override
    public int steps() {
      return times * once.size();
    }

    @Override
    public Step step(int index) {
      return once.get(index % once.size());
    }
  }

  /**
   * Runs all settings, which must be distinct; fewer after a stop or at the deadline.
   *
   * @throws SimulationFailure if a run cannot continue, after all others have ended
   */
  Map<KernelSetting, CorunRun> all(List<KernelSetting> settings) {
    return SideBySide.all(context.batch(), settings, this::run);
  }

  private Optional<CorunRun> run(KernelSetting setting, Progress progress) {
    Experiment opened = context.experiment(setting.toString(), experiment.apply(setting), 0);
    long most = limit.applyAsLong(setting);
    String identity =
        String.join("\n", kind, context.tools().build(), opened.configHash())
            + "\n"
            + setting.launches()
            + "\n"
            + most;
    RunRequest request = request(opened.request(), setting.launches());
    return new CachedRuns<>(context, CorunRun.class, result -> CorunRun.of(result, STEP_CYCLES))
        .run(setting.toString(), identity, request, most, progress);
  }

  /** One workload runs to its end; two restart until both have ended. */
  private static RunRequest request(RunRequest of, List<Integer> launches) {
    List<Workload> workloads = new ArrayList<>(of.workloads());
    for (int i = 0; i < launches.size(); i++) {
      workloads.set(i, Launches.of(workloads.get(i), launches.get(i)));
    }
    return new RunRequest(
        of.gpu(),
        workloads,
        of.sharing(),
        Long.MAX_VALUE,
        workloads.size() > 1,
        of.seed(),
        STEP_CYCLES,
        0,
        false);
  }
}
