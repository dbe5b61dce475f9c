package org.polyphony.workload.kernel;

import java.util.Collection;
import java.util.TreeSet;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.NearestName;

/**
 * A place in a model file, for messages.
 *
 * @param file the file as the user named it
 * @param path JSON path, {@code $} for the whole document
 */
record Place(String file, String path) {
  Place key(String key) {
    return new Place(file, path + "." + key);
  }

  Place index(int index) {
    return new Place(file, path + "[" + index + "]");
  }

  InvalidInputException error(String found, String allowed) {
    return new InvalidInputException(
        file + ": " + path + ": found " + found + ", allowed: " + allowed);
  }

  /** Returns an error message with the remedy. */
  InvalidInputException error(String sentence) {
    return new InvalidInputException(file + ": " + path + ": " + sentence);
  }

  /** Returns the message for a wrong name, with the nearest right one. */
  InvalidInputException unknown(String kind, String found, Collection<String> allowed) {
    String hint =
        NearestName.of(found, allowed).map(name -> " (did you mean " + name + "?)").orElse("");
    String list = allowed.isEmpty() ? "none" : String.join(", ", new TreeSet<>(allowed));
    return error("unknown " + kind + " \"" + found + "\"" + hint, list);
  }
}
