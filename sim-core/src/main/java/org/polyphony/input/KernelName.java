package org.polyphony.input;

import java.util.Map;
import java.util.StringJoiner;

/**
 * Readable kernel names. Results keep the compiler's mangled name; tables, charts and pages show
 * this one.
 *
 * <p>Decodes scopes, and template arguments that are built-in types and numbers; other arguments
 * become an ellipsis. Source: Itanium C++ ABI, section 5.1.
 */
public final class KernelName {
  private static final String MANGLED = "_Z";
  private static final int LONGEST_MANGLED = 2000; // characters
  private static final int LONGEST_SHOWN = 60; // including template arguments
  private static final String DOTS = "<...>";
  private static final String ANONYMOUS = "_GLOBAL__N_1";
  private static final String INTERNAL = "_INTERNAL_"; // scope that nvcc derives from a file name
  private static final Map<Character, String> BUILT_IN =
      Map.ofEntries(
          Map.entry('v', "void"),
          Map.entry('b', "bool"),
          Map.entry('c', "char"),
          Map.entry('a', "signed char"),
          Map.entry('h', "unsigned char"),
          Map.entry('s', "short"),
          Map.entry('t', "unsigned short"),
          Map.entry('i', "int"),
          Map.entry('j', "unsigned int"),
          Map.entry('l', "long"),
          Map.entry('m', "unsigned long"),
          Map.entry('x', "long long"),
          Map.entry('y', "unsigned long long"),
          Map.entry('f', "float"),
          Map.entry('d', "double"));

  private final String text;
  private int at = MANGLED.length();

  private KernelName(String text) {
    this.text = text;
  }

  /** The name is malformed or uses an unsupported form. */
  private static final class UnknownForm extends Exception {
    private static final long serialVersionUID = 1;
  }

  /**
   * Demangles a name with its scope and template arguments, without parameters: {@code
   * _ZN3net5layerIfLi4EEEvPT_} becomes {@code net::layer<float, 4>}. Template arguments that would
   * exceed 60 characters become an ellipsis. Names that are not mangled or use an unsupported form
   * are returned unchanged.
   */
  public static String shown(String name) {
    if (!name.startsWith(MANGLED) || name.length() > LONGEST_MANGLED) {
      return name;
    }
    try {
      String whole = new KernelName(name).function(true);
      return whole.length() > LONGEST_SHOWN ? new KernelName(name).function(false) : whole;
    } catch (UnknownForm e) {
      return name;
    }
  }

  private String function(boolean withArguments) throws UnknownForm {
    if (!skip('N')) {
      return sourceName() + (peek() == 'I' ? arguments(withArguments) : "");
    }
    StringBuilder name = new StringBuilder();
    while (!skip('E')) {
      if (peek() == 'I') {
        name.append(arguments(withArguments));
        continue;
      }
      String part = sourceName();
      if (!part.startsWith(INTERNAL)) {
        name.append(name.isEmpty() ? "" : "::").append(part);
      }
    }
    require(!name.isEmpty());
    return name.toString();
  }

  private char peek() {
    return at < text.length() ? text.charAt(at) : 0;
  }

  private boolean skip(char expected) {
    boolean isThere = peek() == expected;
    at += isThere ? 1 : 0;
    return isThere;
  }

  private static void require(boolean isKnown) throws UnknownForm {
    if (!isKnown) {
      throw new UnknownForm();
    }
  }

  private String sourceName() throws UnknownForm {
    skip('L'); // internal linkage
    int length = number();
    require(length > 0 && length <= text.length() - at);
    at += length;
    String name = text.substring(at - length, at);
    return name.equals(ANONYMOUS) ? "(anonymous namespace)" : name;
  }

  private int number() throws UnknownForm {
    int number = 0;
    while (Character.isDigit(peek())) {
      number = 10 * number + Character.digit(text.charAt(at++), 10);
      require(number <= text.length());
    }
    return number;
  }

  private String arguments(boolean withArguments) throws UnknownForm {
    int start = at++;
    StringJoiner list = new StringJoiner(", ", "<", ">");
    for (String next = argument(); withArguments && next != null; next = argument()) {
      list.add(next);
    }
    if (withArguments && skip('E')) {
      return list.toString();
    }
    at = start;
    skipOne();
    return DOTS;
  }

  /** Reads a built-in type or a number of one; returns null at anything else. */
  private String argument() throws UnknownForm {
    boolean isNumber = skip('L');
    String type = BUILT_IN.get(peek());
    if (type == null) {
      boolean isHalf = !isNumber && text.startsWith("Dh", at);
      at += isHalf ? 2 : 0;
      return isHalf ? "half" : null;
    }
    at++;
    if (!isNumber) {
      return type;
    }
    String number = (skip('n') ? "-" : "") + number();
    require(skip('E'));
    return type.equals("bool") ? String.valueOf(!number.equals("0")) : number;
  }

  /** Skips a type, a name, a number, or a list of these. */
  private void skipOne() throws UnknownForm {
    char next = peek();
    if (Character.isDigit(next)) {
      sourceName();
      return;
    }
    require(Character.isLetter(next));
    at++;
    switch (next) {
      case 'N', 'I', 'J', 'F' -> {
        while (!skip('E')) {
          skipOne();
        }
      }
      case 'L' -> {
        skipOne();
        skip('n');
        number();
        require(skip('E'));
      }
      case 'P', 'R', 'O', 'K' -> skipOne();
      case 'S', 'T' -> skipReference();
      case 'D' -> at++;
      default -> require(BUILT_IN.containsKey(next));
    }
  }

  /**
   * Skips a substitution or a template parameter, up to {@code _}; or an abbreviation such as
   * {@code St}.
   */
  private void skipReference() throws UnknownForm {
    if (Character.isLowerCase(peek())) {
      at++;
      return;
    }
    at = text.indexOf('_', at) + 1;
    require(at > 0);
  }
}
