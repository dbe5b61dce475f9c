package org.polyphony.input;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** SHA-256 digests as 64 lower-case hexadecimal digits. */
public final class Sha256 {
  private Sha256() {}

  /**
   * Returns the digest of a text in UTF-8.
   *
   * @param text any
   */
  public static String hex(String text) {
    return HexFormat.of().formatHex(digest().digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * Returns the digest of a file, or of a folder's files with their relative names, in name order.
   *
   * @param path a file or a folder
   * @throws UncheckedIOException when it cannot be read
   */
  public static String hexOf(Path path) {
    MessageDigest digest = digest();
    try {
      for (Path file : filesOf(path)) {
        digest.update(path.relativize(file).toString().getBytes(StandardCharsets.UTF_8));
        update(digest, file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static List<Path> filesOf(Path path) throws IOException {
    try (Stream<Path> files = Files.walk(path, FileVisitOption.FOLLOW_LINKS)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static void update(MessageDigest digest, Path file) throws IOException {
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = Files.newInputStream(file)) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        digest.update(buffer, 0, read);
      }
    }
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
