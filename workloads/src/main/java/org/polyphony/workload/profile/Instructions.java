package org.polyphony.workload.profile;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.List;

/** Writes instructions outside of any loop that the address layout knows; branches are implied. */
@FunctionalInterface
interface Instructions {
  /** Returns the steps of instructions in a row. */
  ArrayNode of(List<SassLine> lines);
}
