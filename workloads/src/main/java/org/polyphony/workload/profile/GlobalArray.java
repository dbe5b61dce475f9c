package org.polyphony.workload.profile;

import java.util.List;

/**
 * The accesses of a program that are taken to be to one array.
 *
 * @param name of the array in the model
 * @param accesses in the order of the program, at least one
 */
record GlobalArray(String name, List<GlobalAccess> accesses) {
  boolean isGather() {
    return accesses.stream().anyMatch(GlobalAccess::isGather);
  }

  boolean isRead() {
    return accesses.get(0).isRead();
  }

  /** Returns whether the code hides which blocks access the same data. */
  boolean hidesBlocks() {
    return accesses.stream().allMatch(a -> a.hiddenBlocks().size() > 1);
  }
}
