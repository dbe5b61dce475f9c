package org.polyphony.workload.trace;

/** Names of kernels as their source has them. Source: Itanium C++ ABI, section 5.1 (mangling). */
final class KernelNames {
  private static final String MANGLED = "_Z";

  private KernelNames() {}

  /**
   * Returns a kernel's name without scope, template arguments and parameters: {@code bpnn} of
   * {@code _Z4bpnnPfi} and of {@code _ZN3net4bpnnEPf}. What is not mangled is returned as it is.
   */
  static String plain(String name) {
    if (!name.startsWith(MANGLED)) {
      return name;
    }
    int at = MANGLED.length();
    boolean nested = at < name.length() && name.charAt(at) == 'N';
    String found = name;
    at += nested ? 1 : 0;
    while (at < name.length() && Character.isDigit(name.charAt(at))) {
      int length = 0;
      while (at < name.length() && Character.isDigit(name.charAt(at))) {
        length = 10 * length + Character.digit(name.charAt(at++), 10);
      }
      if (length == 0 || at + length > name.length()) {
        return found;
      }
      found = name.substring(at, at + length);
      at += nested ? length : name.length();
    }
    return found;
  }
}
