package org.polyphony.input;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/**
 * Refuses user-defined classes that end the process, which would lose all other runs: those whose
 * constant pool names {@code System.exit}, {@code Runtime.exit} or {@code Runtime.halt}. Source:
 * Java Virtual Machine Specification 4.4.
 */
public final class ExitCalls {
  private static final Map<String, String> WORDS =
      Map.of(
          "java/lang/System.exit", "System.exit",
          "java/lang/Runtime.exit", "Runtime.exit",
          "java/lang/Runtime.halt", "Runtime.halt");
  private static final int UTF8 = 1;
  private static final int CLASS = 7;
  private static final int METHOD = 10;
  private static final int NAME_AND_TYPE = 12;

  private final String[] texts;
  private final int[] tags;
  private final int[] first; // index of the class, the name or the text; or what else an entry has
  private final int[] second;

  private ExitCalls(DataInputStream code) throws IOException {
    code.skipNBytes(8); // magic number and version
    int count = code.readUnsignedShort();
    texts = new String[count];
    tags = new int[count];
    first = new int[count];
    second = new int[count];
    for (int i = 1; i < count; i++) {
      read(code, i);
      if (tags[i] == 5 || tags[i] == 6) {
        i++; // a long or a double takes two entries
      }
    }
  }

  /**
   * Checks a class before it is loaded.
   *
   * @param code the class file
   * @throws InvalidInputException if the class ends the process
   */
  public static void refuse(String className, byte[] code) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(code))) {
      new ExitCalls(in).refuse(className);
    } catch (IOException e) {
      throw new UncheckedIOException("class file of " + className + ": " + e.getMessage(), e);
    }
  }

  private void read(DataInputStream code, int i) throws IOException {
    tags[i] = code.readUnsignedByte();
    switch (tags[i]) {
      case UTF8 -> texts[i] = code.readUTF();
      case CLASS, 8, 16, 19, 20 -> first[i] = code.readUnsignedShort();
      case 15 -> code.skipNBytes(3);
      case 5, 6 -> code.skipNBytes(8);
      case 3, 4, 9, METHOD, 11, NAME_AND_TYPE, 17, 18 -> {
        first[i] = code.readUnsignedShort();
        second[i] = code.readUnsignedShort();
      }
      default -> throw new IOException("unknown tag " + tags[i]);
    }
  }

  private void refuse(String className) {
    for (int i = 1; i < tags.length; i++) {
      String method =
          tags[i] == METHOD ? texts[first[first[i]]] + "." + texts[first[second[i]]] : "";
      if (WORDS.containsKey(method)) {
        throw new InvalidInputException(
            "class %s calls %s, which would end all other runs too; throw an exception instead"
                .formatted(className, WORDS.get(method)));
      }
    }
  }
}
