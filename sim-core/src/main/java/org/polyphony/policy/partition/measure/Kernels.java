package org.polyphony.policy.partition.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.policy.partition.DeviceView;

/**
 * The kernels that processes are running, at most one each.
 *
 * @param processes each of which has an index, from 0
 * @param rows of the kernel control block, by index; {@link DeviceView#NONE} if it runs none
 * @param launches of the kernels, by index, which tell two kernels in the same row apart
 */
public record Kernels(List<Integer> processes, List<Integer> rows, List<Long> launches) {
  public static final Kernels NONE = new Kernels(List.of(), List.of(), List.of());

  public Kernels {
    processes = List.copyOf(processes);
    rows = List.copyOf(rows);
    launches = List.copyOf(launches);
  }

  /** Returns the kernels that given processes run now. */
  public static Kernels of(DeviceView device, List<Integer> processes) {
    List<Integer> rows = new ArrayList<>();
    List<Long> launches = new ArrayList<>();
    for (int process : processes) {
      int row = device.running(process);
      rows.add(row);
      launches.add(row == DeviceView.NONE ? DeviceView.NONE : device.launch(row));
    }
    return new Kernels(processes, rows, launches);
  }

  /** Returns the kernels that run now, without processes that run none. */
  public static Kernels running(DeviceView device) {
    return of(
        device,
        IntStream.range(0, device.processes())
            .filter(process -> device.running(process) != DeviceView.NONE)
            .boxed()
            .toList());
  }

  public int count() {
    return rows.size();
  }

  public int process(int kernel) {
    return processes.get(kernel);
  }

  public int row(int kernel) {
    return rows.get(kernel);
  }

  public boolean runs(int kernel) {
    return row(kernel) != DeviceView.NONE;
  }

  public ThreadBlockNeed need(DeviceView device, int kernel) {
    return device.need(row(kernel));
  }

  /** Returns the name of a kernel of a process, the same in each of its launches. */
  public String name(DeviceView device, int kernel) {
    return process(kernel) + ":" + device.name(row(kernel));
  }

  /**
   * Returns what identifies a kernel of a process and its thread blocks in each of its launches.
   */
  public String identity(DeviceView device, int kernel) {
    return name(device, kernel) + " " + need(device, kernel);
  }

  /** Returns the identities of all kernels; each process must run one. */
  public List<String> identities(DeviceView device) {
    return IntStream.range(0, count()).mapToObj(kernel -> identity(device, kernel)).toList();
  }

  /** Returns whether a kernel has no thread blocks left to launch. */
  public boolean isEnding(DeviceView device, int kernel) {
    return device.threadBlocksLeft(row(kernel)) == 0;
  }

  /** Returns the counters of the kernels on each SM at a cycle, which is now. */
  public Epoch.Counters counters(long cycle, DeviceView device) {
    return new Epoch.Counters() {
      @Override
      public long instructions(int sm, int kernel) {
        return device.threadInstructions(sm, row(kernel));
      }

      @Override
      public long heldCycles(int sm, int kernel) {
        return device.heldCycles(cycle, sm, row(kernel));
      }
    };
  }
}
