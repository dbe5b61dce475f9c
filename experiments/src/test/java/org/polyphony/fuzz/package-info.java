/**
 * Inputs of every kind, damaged at random, and what the program may say to them. A case is a
 * function of the seed and its number alone.
 */
package org.polyphony.fuzz;
