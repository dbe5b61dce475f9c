package org.polyphony.host.mgb;

import java.util.Map;
import org.polyphony.host.HostMachine;
import org.polyphony.host.app.TaskNeed;
import org.polyphony.usercode.UserClass;

/**
 * Assigns GPU tasks to devices and tracks the resources in use. Task numbers are unique across
 * processes.
 */
public interface Placement {
  /** No device. */
  int NONE = -1;

  /**
   * Chooses a device and allocates the task's resources on it.
   *
   * @param task number of a task without a device
   * @return the device; {@link #NONE}, with nothing changed, if none has room now
   */
  int place(int task, TaskNeed need);

  /** Releases a task's resources; no effect without a device. */
  void release(int task);

  boolean canEverPlace(TaskNeed need);

  /**
   * Checks, without initializing a user-defined class, that a placement of this name can be
   * created.
   *
   * @param name as for {@link #create}
   * @throws org.polyphony.input.InvalidInputException if there is none
   */
  static void require(String name) {
    if (!name.equals(EmulatedSms.NAME) && !name.equals(LeastWarps.NAME)) {
      own(name);
    }
  }

  /**
   * Creates a placement for the idle devices of a machine.
   *
   * @param name {@code mgb-alg2}, {@code mgb-alg3}, or the fully qualified name of a class that
   *     implements this interface and has a public constructor with a {@link HostMachine} parameter
   * @throws org.polyphony.input.InvalidInputException if there is none, or it cannot be
   *     instantiated
   */
  static Placement create(String name, HostMachine machine) {
    return switch (name) {
      case EmulatedSms.NAME -> new EmulatedSms(machine);
      case LeastWarps.NAME -> new LeastWarps(machine);
      default -> own(name).forRun().createGuarded(Map.of(), machine);
    };
  }

  private static UserClass<Placement> own(String name) {
    return UserClass.named(Placement.class, name, HostMachine.class);
  }
}
