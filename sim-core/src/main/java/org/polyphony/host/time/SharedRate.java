package org.polyphony.host.time;

import java.util.ArrayList;
import java.util.List;

/**
 * Something that several users share, each of which gets on at a rate: a clock, a link, a device.
 *
 * <p>Users are kept in the order in which they came. The owner sets rates when the set of users
 * changes; in between, all progress is linear, so the next end is known.
 */
public final class SharedRate {
  private static final double DONE = 1e-3; // nanoseconds: below the resolution of time

  private final List<User> users = new ArrayList<>();
  private long updated;

  private static final class User {
    final int id;
    double left; // to do, in nanoseconds at rate 1
    double rate = 1; // 0 or more

    User(int id, double work) {
      this.id = id;
      this.left = work;
    }
  }

  public int count() {
    return users.size();
  }

  /** Returns a user by its index, in the order in which they came. */
  public int user(int index) {
    return users.get(index).id;
  }

  /** Returns the index of a user, {@link EventQueue#NONE} when it is not there. */
  public int indexOf(int user) {
    for (int i = 0; i < users.size(); i++) {
      if (users.get(i).id == user) {
        return i;
      }
    }
    return EventQueue.NONE;
  }

  /** Adds a user at rate 1; the owner sets rates anew after it. */
  public void add(long now, int user, double work) {
    advance(now);
    users.add(new User(user, work));
  }

  public void remove(long now, int user) {
    advance(now);
    users.removeIf(each -> each.id == user);
  }

  public void setRate(long now, double rate) {
    advance(now);
    users.forEach(user -> user.rate = rate);
  }

  /** Gives each user its rate, by index. */
  public void setRates(long now, double[] byIndex) {
    advance(now);
    for (int i = 0; i < users.size(); i++) {
      users.get(i).rate = byIndex[i];
    }
  }

  /**
   * Returns when the next user is done if nothing changes, {@link EventQueue#NEVER} without one.
   */
  public long due() {
    double least = Double.POSITIVE_INFINITY;
    for (User user : users) {
      least = Math.min(least, user.left <= DONE ? 0 : user.left / user.rate);
    }
    return users.isEmpty() ? EventQueue.NEVER : EventQueue.after(updated, least - DONE);
  }

  /** Returns the index of the first user that is done, {@link EventQueue#NONE} when none is. */
  public int doneIndex(long now) {
    advance(now);
    for (int i = 0; i < users.size(); i++) {
      if (users.get(i).left <= DONE) {
        return i;
      }
    }
    return EventQueue.NONE;
  }

  /** Removes and returns a user that is done, {@link EventQueue#NONE} when none is. */
  public int takeDone(long now) {
    int index = doneIndex(now);
    return index == EventQueue.NONE ? EventQueue.NONE : users.remove(index).id;
  }

  private void advance(long now) {
    long passed = now - updated;
    if (passed > 0) {
      users.forEach(user -> user.left = Math.max(0, user.left - passed * user.rate));
    }
    updated = now;
  }
}
