package org.polyphony.results.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.input.InputFile;
import org.polyphony.input.JavaSource;
import org.polyphony.input.Sha256;
import org.polyphony.input.UserClass;
import org.polyphony.results.store.AtomicFile;
import org.polyphony.results.store.OutputFolder;

/**
 * User-defined code that affects a run: policies and hardware parts, given as source or as classes.
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
   * Returns the user-defined code behind names; classes are found by the thread's context class
   * loader, as for policies.
   *
   * @param names of policies and hardware parts: built-in, class names, or Java files
   * @throws UncheckedIOException if a file cannot be read
   */
  public static OwnCode of(Collection<String> names) {
    TreeSet<String> digests = new TreeSet<>();
    OwnCode last = NONE;
    for (String name : names) {
      OwnCode code = behind(name);
      if (!code.equals(NONE)) {
        digests.add(code.sha256);
        last = code;
      }
    }
    return digests.size() < 2
        ? last
        : new OwnCode(Sha256.hex(String.join("\n", digests)), last.source);
  }

  /** Returns the user-defined code of a policy and of a device's hardware parts. */
  public static OwnCode of(String policy, GpuConfig gpu) {
    return of(names(policy, gpu));
  }

  /** Returns the names of a policy and of a device's hardware parts. */
  public static List<String> names(String policy, GpuConfig gpu) {
    List<String> names = new ArrayList<>(List.of(policy));
    gpu.parts().values().forEach(part -> names.add(part.name()));
    return names;
  }

  /** Returns the code behind the name of a class, or of a Java file. */
  private static OwnCode behind(String name) {
    if (JavaSource.isOne(name)) {
      return ofFile(Path.of(name));
    }
    return UserClass.find(name).map(OwnCode::behind).orElse(NONE);
  }

  private static OwnCode ofFile(Path file) {
    try {
      boolean isThere = Files.isRegularFile(file);
      return isThere ? new OwnCode(Sha256.hexOf(file), InputFile.text(file)) : NONE;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static OwnCode behind(Class<?> type) {
    String text = type.getClassLoader() instanceof UserClass.Source source ? source.text() : "";
    return new OwnCode(UserClass.digest(type), text);
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
}
