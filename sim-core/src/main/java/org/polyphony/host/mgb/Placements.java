package org.polyphony.host.mgb;

import org.polyphony.host.HostMachine;
import org.polyphony.input.OwnClass;

/** The placements by name. */
public final class Placements {
  private Placements() {}

  /**
   * Makes a placement for the idle devices of a machine.
   *
   * @param name {@code mgb-alg2}, {@code mgb-alg3}, or the name of a class (with its package) that
   *     implements {@link Placement} and has a public constructor that takes a {@link HostMachine}
   * @param machine whose devices it gives to tasks
   * @throws org.polyphony.input.InvalidInputException when there is none, or it cannot be made
   */
  public static Placement create(String name, HostMachine machine) {
    return switch (name) {
      case EmulatedSms.NAME -> new EmulatedSms(machine);
      case LeastWarps.NAME -> new LeastWarps(machine);
      default -> OwnClass.create(Placement.class, name, HostMachine.class, machine);
    };
  }
}
