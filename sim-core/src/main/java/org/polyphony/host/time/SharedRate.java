package org.polyphony.host.time;

import java.util.ArrayList;
import java.util.List;

/**
 * A resource shared by several users, each progressing at its own rate: a clock, a link, a device.
 *
 * <p>Users are kept in arrival order. The owner sets the rates whenever the set of users changes;
 * between changes progress is linear, so the next completion is known.
 */
public final class SharedRate {
  private static final double DONE = 1e-3; // nanoseconds, below the resolution of time

  private final List<User> users = new ArrayList<>();
  private long updated;

  private static final class User {
    final int id;
    double left; // remaining work, in nanoseconds at rate 1
    double rate = 1; // 0 or more

    User(int id, double work) {
      this.id = id;
      this.left = work;
    }
  }

  public int count() {
    return users.size();
  }

  /** Returns a user by its index in arrival order. */
  public int user(int index) {
    return users.get(index).id;
  }

  /** Returns the index of a user; {@link EventQueue#NONE} if it is absent. */
  public int indexOf(int user) {
    for (int i = 0; i < users.size(); i++) {
      if (users.get(i).id == user) {
        return i;
      }
    }
    return EventQueue.NONE;
  }

  /** Adds a user at rate 1; the owner must then set the rates. */
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

  /** Sets the rate of each user, by index. */
  public void setRates(long now, double[] byIndex) {
    advance(now);
    for (int i = 0; i < users.size(); i++) {
      users.get(i).rate = byIndex[i];
    }
  }

  /**
   * Returns the time of the next completion at the current rates; {@link EventQueue#NEVER} without
   * users.
   */
  public long nextWork() {
    double least = Double.POSITIVE_INFINITY;
    for (User user : users) {
      least = Math.min(least, user.left <= DONE ? 0 : user.left / user.rate);
    }
    return users.isEmpty() ? EventQueue.NEVER : EventQueue.after(updated, least - DONE);
  }

  /** Returns the index of the first finished user; {@link EventQueue#NONE} if there is none. */
  public int doneIndex(long now) {
    advance(now);
    for (int i = 0; i < users.size(); i++) {
      if (users.get(i).left <= DONE) {
        return i;
      }
    }
    return EventQueue.NONE;
  }

  /** Removes and returns a finished user; {@link EventQueue#NONE} if there is none. */
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
