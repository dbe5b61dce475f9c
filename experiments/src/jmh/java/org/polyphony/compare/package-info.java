/**
 * Proves that a change leaves results alone: runs the same experiments with two builds and compares
 * their result files byte by byte. {@link org.polyphony.compare.CompareBuilds} is the command.
 */
package org.polyphony.compare;
