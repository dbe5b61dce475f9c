package org.polyphony.input;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** SHA-256 digests as 64 lower-case hexadecimal digits. */
public final class Sha256 {
  private Sha256() {}

  /** Returns the digest of a string in UTF-8. */
  public static String hex(String text) {
    return HexFormat.of().formatHex(digest().digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * Returns the digest of a file, or of a folder's files with their relative names, in name order.
   *
   * @throws UncheckedIOException if it cannot be read
   */
  public static String hexOf(Path path) {
    MessageDigest digest = digest();
    try {
      for (Path file : filesOf(path)) {
        digest.update(path.relativize(file).toString().getBytes(StandardCharsets.UTF_8));
        try (InputStream in = new DigestInputStream(InputFile.open(file), digest)) {
          in.transferTo(OutputStream.nullOutputStream());
        }
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

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
