package org.polyphony.workload.profile;

import java.util.IdentityHashMap;
import java.util.List;

/**
 * Where the accesses of an array are in it.
 *
 * @param bytes of the array
 * @param at byte of each access, an expression of the model language
 * @param notes what was chosen, one sentence each
 */
record Placement(long bytes, IdentityHashMap<GlobalAccess, String> at, List<String> notes) {}
