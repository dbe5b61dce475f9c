package org.polyphony.study.silicon;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.run.Experiment;
import org.polyphony.run.Progress;
import org.polyphony.simulation.SimulationFailure;
import org.polyphony.store.Json;
import org.polyphony.study.FigureContext;
import org.polyphony.sweep.SideBySide;

/**
 * Runs sample kernels alone and together; repeats nothing that the cache has.
 *
 * @param context what it works with; runs that may be cut end after its cycles
 */
record CorunRuns(FigureContext context, CorunDevice device, int wholeSms) {
  /** The kernels of a workload, so many times, without its copies. */
  private record Launches(String name, List<Workload.Launch> once, int times) implements Workload {
    static Launches of(Workload workload, int times) {
      List<Workload.Launch> once = new ArrayList<>();
      for (int i = 0; i < workload.steps(); i++) {
        if (workload.step(i) instanceof Workload.Launch launch) {
          once.add(launch);
        }
      }
      return new Launches(workload.name(), List.copyOf(once), times);
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
   * Runs all settings, which differ; a stop or the end of the time leaves some out.
   *
   * @throws SimulationFailure when one cannot go on, after all others have ended
   */
  Map<CorunSetting, CorunRun> run(List<CorunSetting> settings) {
    return SideBySide.all(context.batch(), settings, this::run);
  }

  private Experiment experiment(CorunSetting setting) {
    ObjectNode root = Json.object();
    boolean isAlone = setting.kernels().size() == 1;
    device.writeTo(root, isAlone ? setting.sms().get(0) : wholeSms);
    for (int i = 0; i < setting.kernels().size(); i++) {
      root.withArray("/workloads")
          .addObject()
          .put("benchmark", setting.kernels().get(i))
          .put("name", setting.names().get(i))
          .put("scale", device.scale());
    }
    ObjectNode policy = root.putObject("policy");
    policy.put("name", setting.policy());
    if (setting.policy().equals("spatial-fixed")) {
      ArrayNode sms = policy.putArray("sms");
      setting.sms().forEach(n -> sms.add(device.sms(n)));
      policy.put("idleSms", "keep");
    }
    return context.experiment(setting.toString(), root, 0);
  }

  private static List<Workload> workloads(Experiment experiment, CorunSetting setting) {
    List<Workload> of = experiment.request().workloads();
    List<Workload> workloads = new ArrayList<>();
    for (int i = 0; i < of.size(); i++) {
      workloads.add(Launches.of(of.get(i), setting.launches().get(i)));
    }
    return workloads;
  }

  private Optional<CorunRun> run(CorunSetting setting, Progress progress) {
    Experiment experiment = experiment(setting);
    return new KernelRuns(context, "corun")
        .run(
            setting.toString(),
            KernelRuns.request(experiment, workloads(experiment, setting)),
            experiment.configHash() + "\n" + setting.launches(),
            setting.isLimited() ? context.effort().cycles() : 0,
            progress);
  }
}
