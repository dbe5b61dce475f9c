package org.polyphony.results.run;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.input.Sha256;
import org.polyphony.results.store.AtomicFile;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.usercode.UserCode;

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
   * @throws java.io.UncheckedIOException if a file cannot be read
   */
  public static OwnCode of(Collection<String> names) {
    TreeSet<String> digests = new TreeSet<>();
    OwnCode last = NONE;
    for (String name : names) {
      UserCode code = UserCode.of(name);
      if (!code.equals(UserCode.NONE)) {
        digests.add(code.sha256());
        last = new OwnCode(code.sha256(), code.source());
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

  /**
   * Saves the source, if any, next to results.
   *
   * @param results their folder
   * @throws java.io.UncheckedIOException if it cannot be written
   */
  public void write(OutputFolder results) {
    if (!source.isEmpty()) {
      AtomicFile.write(results.file(FILE), source);
    }
  }
}
