package org.polyphony.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Collection;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.polyphony.input.Sha256;
import org.polyphony.input.UserClass;
import org.polyphony.policy.partition.PartitionPolicy;
import org.polyphony.store.AtomicFile;

/**
 * Code of the user's own that a run depends on beside its config: policies given by their source,
 * or by their classes.
 *
 * @param sha256 of the source, or of the names and digests of all classes of the folder or jar that
 *     has the class; hexadecimal; empty when all code is the program's
 * @param source the text, when it is given so; else empty
 */
public record OwnCode(String sha256, String source) {
  /** All code is the program's. */
  public static final OwnCode NONE = new OwnCode("", "");

  /** What results keep the source as. */
  public static final String FILE = "policy.java";

  /**
   * Returns the user's code behind names of policies; classes are looked for as policies are, by
   * the class loader of the thread.
   *
   * @param names of policies, their own or those of classes
   * @throws UncheckedIOException when classes cannot be read
   */
  public static OwnCode of(Collection<String> names) {
    TreeSet<String> digests = new TreeSet<>();
    OwnCode last = NONE;
    for (String name : names) {
      OwnCode code = UserClass.find(name).map(OwnCode::behind).orElse(NONE);
      if (!code.equals(NONE)) {
        digests.add(code.sha256);
        last = code;
      }
    }
    return digests.size() < 2
        ? last
        : new OwnCode(Sha256.hex(String.join("\n", digests)), last.source);
  }

  private static OwnCode behind(Class<?> policy) {
    if (policy.getClassLoader() instanceof PolicySource.CompiledClasses.Loader compiled) {
      return compiled.source();
    }
    CodeSource place = policy.getProtectionDomain().getCodeSource();
    CodeSource program = PartitionPolicy.class.getProtectionDomain().getCodeSource();
    if (place == null || place.getLocation().equals(program.getLocation())) {
      return NONE;
    }
    try {
      return new OwnCode(digest(Path.of(place.getLocation().toURI())), "");
    } catch (URISyntaxException | IOException e) {
      throw new IllegalStateException(place.getLocation() + ": cannot be read", e);
    }
  }

  /** Of a folder, its classes alone: results may lie in it, too. */
  private static String digest(Path place) throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Files.walk(place)) {
      for (Path file : files.filter(OwnCode::isCode).sorted().toList()) {
        all.append(place.relativize(file)).append(' ').append(Sha256.hexOf(file)).append('\n');
      }
    }
    return Sha256.hex(all.toString());
  }

  private static boolean isCode(Path file) {
    String name = file.toString();
    return Files.isRegularFile(file) && (name.endsWith(".class") || name.endsWith(".jar"));
  }

  /**
   * Keeps the source, if there is one, beside results.
   *
   * @param results their folder
   * @throws UncheckedIOException when it cannot be written
   */
  public void write(Path results) {
    if (!source.isEmpty()) {
      AtomicFile.write(results.resolve(FILE), source);
    }
  }
}
