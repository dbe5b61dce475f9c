package org.polyphony.host.mgb;

import org.polyphony.host.HostMachine;
import org.polyphony.host.app.TaskNeed;
import org.polyphony.input.OwnClass;

/**
 * Which device a GPU task goes to, and what of the devices is in use. Tasks have numbers: each its
 * own, that of a process may differ from the process's.
 */
public interface Placement {
  /** No device. */
  int NONE = -1;

  /**
   * Chooses a device and takes what the task needs of it; without one nothing changes.
   *
   * @param task number of a task that has no device yet
   * @return the device, {@link #NONE} when none has room now
   */
  int place(int task, TaskNeed need);

  /** Gives back what a task has; one without a device is no error. */
  void release(int task);

  boolean canEverPlace(TaskNeed need);

  /**
   * Requires a name of which a placement can be made, as far as the class tells that is not
   * initialised by this.
   *
   * @param name as for {@link #create}
   * @throws org.polyphony.input.InvalidInputException when there is none
   */
  static void require(String name) {
    if (!name.equals(EmulatedSms.NAME) && !name.equals(LeastWarps.NAME)) {
      OwnClass.constructor(Placement.class, name, HostMachine.class);
    }
  }

  /**
   * Makes a placement for the idle devices of a machine.
   *
   * @param name {@code mgb-alg2}, {@code mgb-alg3}, or the name of a class (with its package) that
   *     implements this and has a public constructor that takes a {@link HostMachine}
   * @throws org.polyphony.input.InvalidInputException when there is none, or it cannot be made
   */
  static Placement create(String name, HostMachine machine) {
    return switch (name) {
      case EmulatedSms.NAME -> new EmulatedSms(machine);
      case LeastWarps.NAME -> new LeastWarps(machine);
      default -> OwnClass.create(Placement.class, name, HostMachine.class, machine);
    };
  }
}
