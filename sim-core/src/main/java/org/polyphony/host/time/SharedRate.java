package org.polyphony.host.time;

import java.util.Arrays;

/**
 * Something that several users share, each of which gets on at a rate: a clock, a link, a device.
 *
 * <p>State per user: what is left to do, in nanoseconds at rate 1, and its rate, 0 or more. Users
 * are kept in the order in which they came. The owner sets rates when the set of users changes; in
 * between, all progress is linear, so the next end is known.
 */
public final class SharedRate {
  private static final double DONE = 1e-3; // nanoseconds: below the resolution of time

  private int[] users = new int[4];
  private double[] left = new double[4];
  private double[] rates = new double[4];
  private int count;
  private long updated;

  /** Returns the number of users. */
  public int count() {
    return count;
  }

  /** Returns a user by its index, in the order in which they came. */
  public int user(int index) {
    return users[index];
  }

  /** Adds a user at rate 1; the owner sets rates anew after it. */
  public void add(long now, int user, double work) {
    advance(now);
    if (count == users.length) {
      users = Arrays.copyOf(users, 2 * count);
      left = Arrays.copyOf(left, 2 * count);
      rates = Arrays.copyOf(rates, 2 * count);
    }
    users[count] = user;
    left[count] = work;
    rates[count++] = 1;
  }

  /** Removes a user if it is there; returns whether it was. */
  public boolean remove(long now, int user) {
    advance(now);
    for (int i = 0; i < count; i++) {
      if (users[i] == user) {
        removeAt(i);
        return true;
      }
    }
    return false;
  }

  /** Gives all users one rate. */
  public void setRate(long now, double rate) {
    advance(now);
    Arrays.fill(rates, 0, count, rate);
  }

  /** Gives each user its rate, by index. */
  public void setRates(long now, double[] byIndex) {
    advance(now);
    System.arraycopy(byIndex, 0, rates, 0, count);
  }

  /**
   * Returns when the next user is done if nothing changes, {@link EventQueue#NEVER} without one.
   */
  public long due() {
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < count; i++) {
      least = Math.min(least, left[i] <= DONE ? 0 : left[i] / rates[i]);
    }
    return count == 0 ? EventQueue.NEVER : EventQueue.after(updated, least - DONE);
  }

  /** Returns the index of the first user that is done, {@link EventQueue#NONE} when none is. */
  public int doneIndex(long now) {
    advance(now);
    for (int i = 0; i < count; i++) {
      if (left[i] <= DONE) {
        return i;
      }
    }
    return EventQueue.NONE;
  }

  /** Removes and returns a user that is done, {@link EventQueue#NONE} when none is. */
  public int takeDone(long now) {
    int index = doneIndex(now);
    if (index == EventQueue.NONE) {
      return EventQueue.NONE;
    }
    int user = users[index];
    removeAt(index);
    return user;
  }

  private void removeAt(int index) {
    count--;
    System.arraycopy(users, index + 1, users, index, count - index);
    System.arraycopy(left, index + 1, left, index, count - index);
    System.arraycopy(rates, index + 1, rates, index, count - index);
  }

  private void advance(long now) {
    long passed = now - updated;
    for (int i = 0; passed > 0 && i < count; i++) {
      left[i] = Math.max(0, left[i] - passed * rates[i]);
    }
    updated = now;
  }
}
