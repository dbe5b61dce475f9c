package org.polyphony.usercode;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.polyphony.input.InputFile;
import org.polyphony.input.Sha256;

/**
 * Identifies users' code.
 *
 * @param sha256 of the source, or of the names and digests of all classes in the folder or jar of
 *     the class, in hexadecimal; empty for code of this program
 * @param source the source text; empty if there is only a class
 */
public record UserCode(String sha256, String source) {
  /** Code of this program. */
  public static final UserCode NONE = new UserCode("", "");

  /**
   * Returns the code behind a name.
   *
   * @param name built-in, of a class, or a Java file
   * @throws UncheckedIOException if it cannot be read
   */
  public static UserCode of(String name) {
    try {
      if (!JavaSource.isOne(name)) {
        Optional<Class<?>> found = UserClass.find(name);
        return found.isPresent() ? of(found.get()) : NONE;
      }
      return Files.isRegularFile(Path.of(name)) ? of(Path.of(name)) : NONE;
    } catch (IOException e) {
      throw new UncheckedIOException(name + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Returns the code of a Java file. */
  static UserCode of(Path file) throws IOException {
    try (InputStream in = InputFile.open(file)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return new UserCode(Sha256.hexOf(file), text);
    }
  }

  private static UserCode of(Class<?> type) throws IOException {
    if (type.getClassLoader() instanceof UserClassLoader own && !own.code().equals(NONE)) {
      return own.code();
    }
    Optional<URL> place = UserClassLoader.place(type);
    if (place.isEmpty() || place.equals(UserClassLoader.place(UserCode.class))) {
      return NONE;
    }
    try {
      return new UserCode(digest(Path.of(place.get().toURI())), "");
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }

  /** In a folder, only classes count, since it may contain results as well. */
  private static String digest(Path place) throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Files.walk(place)) {
      for (Path file : files.filter(UserCode::isCode).sorted().toList()) {
        all.append(place.relativize(file)).append(' ').append(Sha256.hexOf(file)).append('\n');
      }
    }
    return Sha256.hex(all.toString());
  }

  private static boolean isCode(Path file) {
    String name = file.toString();
    return Files.isRegularFile(file) && (name.endsWith(".class") || name.endsWith(".jar"));
  }
}
