package org.polyphony.host.mgb;

import java.lang.reflect.InvocationTargetException;
import org.polyphony.host.HostMachine;
import org.polyphony.input.InvalidInputException;

/** The placements by name. */
public final class Placements {
  private Placements() {}

  /**
   * Makes a placement for the idle devices of a machine.
   *
   * @param name {@code mgb-alg2}, {@code mgb-alg3}, or the name of a class (with its package) that
   *     implements {@link Placement} and has a public constructor that takes a {@link HostMachine}
   * @param machine whose devices it gives to tasks
   * @throws InvalidInputException when there is none, or it cannot be made
   */
  public static Placement create(String name, HostMachine machine) {
    return switch (name) {
      case EmulatedSms.NAME -> new EmulatedSms(machine);
      case LeastWarps.NAME -> new LeastWarps(machine);
      default -> own(name, machine);
    };
  }

  private static Placement own(String name, HostMachine machine) {
    try {
      return Class.forName(name)
          .asSubclass(Placement.class)
          .getConstructor(HostMachine.class)
          .newInstance(machine);
    } catch (InvocationTargetException e) {
      throw new InvalidInputException(String.valueOf(e.getCause()), e);
    } catch (ReflectiveOperationException | ClassCastException e) {
      throw new InvalidInputException(e.toString(), e);
    }
  }
}
