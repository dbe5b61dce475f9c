/**
 * Handling of user input: config keys and their checks, the exception for invalid input, files, and
 * digests that identify inputs.
 */
package org.polyphony.input;
