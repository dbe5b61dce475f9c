package org.polyphony.results.run;

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
import org.polyphony.results.store.AtomicFile;
import org.polyphony.results.store.OutputFolder;

/**
 * User-defined code that affects a run: policies given as source or as classes.
 *
 * @param sha256 of the source, or of the names and digests of all classes in the folder or jar of
 *     the class, in hexadecimal; empty without user-defined code
 * @param source the source text; empty if the policy is given as a class
 */
public record OwnCode(String sha256, String source) {
  /** No user-defined code. */
  public static final OwnCode NONE = new OwnCode("", "");

  /** Name of the source file next to results. */
  public static final String FILE = "policy.java";

  /**
   * Returns the user-defined code behind policy names; classes are found by the thread's context
   * class loader, as for policies.
   *
   * @param names of policies, built-in or class names
   * @throws UncheckedIOException if classes cannot be read
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
    if (policy.getClassLoader() instanceof Loader compiled) {
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

  /** In a folder, only classes count, since it may contain results as well. */
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
   * Saves the source, if any, next to results.
   *
   * @param results their folder
   * @throws UncheckedIOException if it cannot be written
   */
  public void write(OutputFolder results) {
    if (!source.isEmpty()) {
      AtomicFile.write(results.file(FILE), source);
    }
  }

  /** A class loader of code that was compiled from source. */
  public interface Loader {
    OwnCode source();
  }
}
