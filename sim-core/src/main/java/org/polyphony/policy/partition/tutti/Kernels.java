package org.polyphony.policy.partition.tutti;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.policy.partition.DeviceView;

/**
 * The kernels that run at a time, one per process, in the order of the processes.
 *
 * @param rows of the kernel control block
 * @param launches that tell two kernels in the same row apart
 */
record Kernels(List<Integer> rows, List<Long> launches) {
  static final Kernels NONE = new Kernels(List.of(), List.of());

  Kernels {
    rows = List.copyOf(rows);
    launches = List.copyOf(launches);
  }

  static Kernels running(DeviceView device) {
    List<Integer> rows = new ArrayList<>();
    List<Long> launches = new ArrayList<>();
    for (int process = 0; process < device.processes(); process++) {
      int row = device.running(process);
      if (row != DeviceView.NONE) {
        rows.add(row);
        launches.add(device.launch(row));
      }
    }
    return new Kernels(rows, launches);
  }

  int count() {
    return rows.size();
  }

  int row(int kernel) {
    return rows.get(kernel);
  }

  List<ThreadBlockNeed> needs(DeviceView device) {
    return rows.stream().map(device::need).toList();
  }

  List<Integer> processes(DeviceView device) {
    return rows.stream().map(device::process).toList();
  }

  /** Returns what identifies a kernel of a process in each of its launches. */
  String identity(DeviceView device, int kernel) {
    int row = row(kernel);
    return device.process(row) + " " + device.name(row) + " " + device.need(row);
  }

  /** Returns the identities of all kernels. */
  List<String> identities(DeviceView device) {
    List<String> identities = new ArrayList<>();
    for (int k = 0; k < count(); k++) {
      identities.add(identity(device, k));
    }
    return identities;
  }

  /** Returns whether a kernel has no thread blocks left to launch. */
  boolean isEnding(DeviceView device, int kernel) {
    return device.threadBlocksLeft(row(kernel)) == 0;
  }
}
