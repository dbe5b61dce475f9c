package org.polyphony.input;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * Reads the name of a mangled function, up to its parameters. Source: Itanium C++ ABI, section 5.1.
 * Left out: operators, expressions, local names and types of functions; they are unknown forms.
 */
final class MangledName {
  private static final int LONGEST = 4000; // substitutions can double a text again and again
  private static final int DEEPEST = 100; // types within types, far below what the stack can hold
  private static final String DOTS = "<...>";
  private static final String ANONYMOUS = "_GLOBAL__N_1";
  private static final String INTERNAL = "_INTERNAL_"; // a scope that nvcc makes of a file's name

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
  private final List<String> substitutions = new ArrayList<>();
  private int at;
  private int depth; // of the type or pack that is being read
  private String brief = "";

  /** Reads what stands behind {@code _Z}. */
  MangledName(String text) {
    this.text = text;
  }

  /** The name has a form that is not known here, or is damaged. */
  static final class UnknownForm extends Exception {
    private static final long serialVersionUID = 1;
  }

  /** Returns the function's name; read once. */
  String function() throws UnknownForm {
    String name = peek() == 'N' ? nested() : unscoped();
    String dotted = brief.isEmpty() ? name : brief;
    if (peek() == 'I') {
      substitutions.add(name);
      name += arguments();
      dotted += DOTS;
    }
    brief = dotted;
    return name;
  }

  /** Returns the same, once it has been read, with dots for the arguments of templates. */
  String functionInBrief() {
    return brief;
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

  private String unscoped() throws UnknownForm {
    if (text.startsWith("St", at)) {
      at += 2;
      return "std::" + sourceName();
    }
    return sourceName();
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

  private String nested() throws UnknownForm {
    require(skip('N'));
    String name = "";
    String dotted = ""; // with dots for arguments
    while (!skip('E')) {
      if (text.startsWith("St", at)) {
        at += 2;
        name = "std";
        dotted = name;
      } else if (peek() == 'S') {
        name = substitution();
        dotted = name;
      } else if (peek() == 'I') {
        name += arguments();
        dotted += DOTS;
        addUnlessLast(name);
      } else {
        String part = sourceName();
        if (!part.startsWith(INTERNAL)) {
          name = name.isEmpty() ? part : name + "::" + part;
          dotted = dotted.isEmpty() ? part : dotted + "::" + part;
        }
        addUnlessLast(name);
      }
    }
    brief = dotted;
    return checked(name);
  }

  private void addUnlessLast(String name) {
    if (peek() != 'E') {
      substitutions.add(name);
    }
  }

  private static String checked(String name) throws UnknownForm {
    require(!name.isEmpty() && name.length() <= LONGEST);
    return name;
  }

  private String arguments() throws UnknownForm {
    require(skip('I'));
    StringJoiner list = new StringJoiner(", ", "<", ">");
    while (!skip('E')) {
      addArgument(list);
    }
    return checked(list.toString());
  }

  private void enter() throws UnknownForm {
    require(++depth <= DEEPEST);
  }

  private void addArgument(StringJoiner list) throws UnknownForm {
    if (skip('J')) { // a pack
      enter();
      while (!skip('E')) {
        addArgument(list);
      }
      depth--;
    } else if (skip('L')) {
      list.add(literal());
    } else {
      list.add(type());
    }
  }

  private String literal() throws UnknownForm {
    String type = type();
    int end = text.indexOf('E', at);
    String value = end < 0 ? "" : text.substring(at, end);
    require(value.matches("n?\\d+"));
    at = end + 1;
    String number = value.replace('n', '-');
    return switch (type) {
      case "bool" -> number.equals("0") ? "false" : "true";
      case "int", "unsigned int", "long", "unsigned long", "long long", "unsigned long long" ->
          number;
      default -> "(" + type + ")" + number;
    };
  }

  private String type() throws UnknownForm {
    String builtIn = BUILT_IN.get(peek());
    if (builtIn != null) {
      at++;
      return builtIn;
    }
    if (text.startsWith("Dh", at)) {
      at += 2;
      return "half";
    }
    enter();
    String type = peek() == 'S' && !text.startsWith("St", at) ? substituted() : compound();
    depth--;
    return checked(type);
  }

  /** A type that was there before, which is new only with arguments. */
  private String substituted() throws UnknownForm {
    String type = substitution();
    if (peek() != 'I') {
      return type;
    }
    type += arguments();
    substitutions.add(type);
    return type;
  }

  private String compound() throws UnknownForm {
    String type =
        switch (peek()) {
          case 'P' -> after("*");
          case 'R' -> after("&");
          case 'O' -> after("&&");
          case 'K' -> constant();
          case 'N' -> nested();
          default -> template(unscoped());
        };
    substitutions.add(type);
    return type;
  }

  private String after(String suffix) throws UnknownForm {
    at++;
    return type() + suffix;
  }

  private String constant() throws UnknownForm {
    at++;
    String type = type();
    return type.endsWith("*") ? type + " const" : "const " + type;
  }

  private String template(String name) throws UnknownForm {
    if (peek() != 'I') {
      return name;
    }
    substitutions.add(name);
    return name + arguments();
  }

  /** {@code S_} is the first, {@code S0_} the second; digits have the base 36. */
  private String substitution() throws UnknownForm {
    require(skip('S'));
    int end = text.indexOf('_', at);
    String digits = end < 0 ? "?" : text.substring(at, end);
    require(digits.matches("[0-9A-Z]{0,3}"));
    at = end + 1;
    int index = digits.isEmpty() ? 0 : Integer.parseInt(digits, 36) + 1;
    require(index < substitutions.size());
    return substitutions.get(index);
  }
}
