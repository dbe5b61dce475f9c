package org.polyphony.usercode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.polyphony.input.InvalidInputException;

class UserClassTest {
  private static boolean isInitialised;

  /** Notes that it is initialized. */
  static final class Noting {
    static {
      isInitialised = true;
    }
  }

  /** Cannot be initialized. */
  public static final class Failing implements Runnable {
    private static final int NUMBER = Integer.parseInt("none");

    /** Can be called. */
    public Failing() {}

    @Override
    public void run() {
      throw new AssertionError(NUMBER);
    }
  }

  @Test
  void findsAClassWithoutRunningItsStaticInitialiser() {
    assertTrue(UserClass.find(UserClassTest.class.getName() + "$Noting").isPresent());

    assertFalse(isInitialised);
  }

  @Test
  void saysThatAClassCannotBeInitialised() {
    String name = Failing.class.getName();

    InvalidInputException error =
        assertThrows(
            InvalidInputException.class,
            () -> UserClass.named(Runnable.class, name).forRun().create(Map.of()));

    assertEquals(
        "class "
            + name
            + " cannot be constructed: java.lang.NumberFormatException: For input string: \"none\""
            + " at "
            + name
            + ".<clinit>(UserClassTest.java:24)",
        error.getMessage());
  }
}
