package org.polyphony.policy.partition.maestro;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class RolesTest {
  /** One SM for each kernel, two followers, one more, one fewer. */
  private static final int[] ALL_ROLES = {1, 1, 2, 1, 1};

  private final Roles roles = new Roles(6);

  @Test
  void dealsAsManyOfEachRoleAsWanted() {
    roles.assign(ALL_ROLES, (index, role) -> 0);

    for (Role role : Role.ALL) {
      assertEquals(ALL_ROLES[role.ordinal()], roles.count(role), role.toString());
    }
  }

  @Test
  void keepsRolesWhenNothingIsGained() {
    roles.assign(ALL_ROLES, (index, role) -> 0);
    String before = text();

    int leaving = roles.assign(ALL_ROLES, (index, role) -> 2);

    assertEquals(before, text());
    assertEquals(12, leaving);
  }

  @Test
  void dedicatesTheSmFromWhichFewestThreadBlocksLeave() {
    int[] ofFirst = {4, 4, 4, 4, 4, 1};
    int[] ofSecond = {4, 4, 0, 4, 4, 4};

    int leaving =
        roles.assign(
            new int[] {1, 1, 4, 0, 0},
            (index, role) ->
                role == Role.DEDICATED_SECOND
                    ? ofFirst[index]
                    : role == Role.DEDICATED_FIRST ? ofSecond[index] : 0);

    assertEquals("FF0FF1", text());
    assertEquals(1, leaving);
  }

  /** GPU Maestro Figure 9: from (2 of the trial kernel) to (3), which one SM holds already. */
  @Test
  void aTrialThatWonBecomesAFollowerAndTheOtherTrialTakesAnOldFollower() {
    int[] held = {2, 2, 2, 2, 3, 1}; // of the trial kernel; the other fills up: 2 for each
    Roles trials = new Roles(6);
    trials.assign(new int[] {0, 0, 4, 1, 1}, (index, role) -> heldRole(held[index], role));

    int leaving =
        trials.assign(
            new int[] {0, 0, 4, 1, 1},
            (index, role) -> {
              int wanted = role == Role.MORE ? 4 : role == Role.FEWER ? 2 : 3;
              return wanted > held[index] ? 2 * (wanted - held[index]) : held[index] - wanted;
            });

    assertEquals(Role.FOLLOWER, trials.of(4));
    int unmoved = 0;
    for (int i = 0; i < 6; i++) {
      unmoved += trials.of(i) == Role.FEWER && held[i] == 2 ? 1 : 0;
    }
    assertEquals(1, unmoved);
    assertEquals(12, leaving); // 3 followers and 5 trial-kernel steps up: 6 steps of 2
  }

  private static int heldRole(int held, Role role) {
    int wanted = role == Role.MORE ? 3 : role == Role.FEWER ? 1 : 2;
    return Math.abs(wanted - held);
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 6; i++) {
      text.append("01F+-".charAt(roles.of(i).ordinal()));
    }
    return text.toString();
  }
}
