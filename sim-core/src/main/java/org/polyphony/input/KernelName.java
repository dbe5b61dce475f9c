package org.polyphony.input;

/**
 * Names of kernels as people write them. Results keep the name that the compiler gave; tables,
 * charts and pages show this one.
 */
public final class KernelName {
  private static final String MANGLED = "_Z";
  private static final int LONGEST_MANGLED = 2000; // characters
  private static final int LONGEST_SHOWN = 60; // with template arguments

  private KernelName() {}

  /**
   * Returns a name with its scope and template arguments, without parameters: {@code
   * net::layer<float, 4>} of {@code _ZN3net5layerIfLi4EEEvPT_}. Arguments that would make it longer
   * than 60 characters become three dots. What is not mangled, or in a form that is not known, is
   * returned as it is.
   *
   * @param name as the compiler gave it
   */
  public static String shown(String name) {
    if (!name.startsWith(MANGLED) || name.length() > LONGEST_MANGLED) {
      return name;
    }
    try {
      MangledName found = new MangledName(name.substring(MANGLED.length()));
      String whole = found.function();
      return whole.length() > LONGEST_SHOWN ? found.functionInBrief() : whole;
    } catch (MangledName.UnknownForm e) {
      return name;
    }
  }
}
