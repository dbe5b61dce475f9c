package org.polyphony.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

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
        assertThrows(InvalidInputException.class, () -> UserClass.create(Runnable.class, name));

    assertEquals(
        "its initialization failed (java.lang.ExceptionInInitializerError)", error.getMessage());
  }
}
