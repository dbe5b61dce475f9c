package org.polyphony.gpu;

import java.util.List;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.Workload;

/** A host program given as a list. */
public record TestWorkload(String name, List<Step> list) implements Workload {
  /** Launches kernels one after another. */
  public static TestWorkload launching(String name, Kernel... kernels) {
    return new TestWorkload(
        name, List.of(kernels).stream().map(kernel -> (Step) new Launch(kernel)).toList());
  }

  @Override
  public int streams() {
    int last = 0;
    for (Step step : list) {
      int stream =
          step instanceof Launch launch
              ? launch.streamId()
              : step instanceof EventWait w ? w.streamId() : 0;
      last = Math.max(last, stream);
    }
    return last + 1;
  }

  @Override
  public int steps() {
    return list.size();
  }

  @Override
  public Step step(int index) {
    return list.get(index);
  }
}
