package org.polyphony.workload.fidelity;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import org.polyphony.gpu.kernel.Fidelity;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.input.InvalidInputException;

/** A kernel has instructions that the model does not have, and is not to be approximated. */
public final class NotModelledException extends InvalidInputException {
  private static final long serialVersionUID = 1L;

  private NotModelledException(String message) {
    super(message);
  }

  /**
   * Checks the instructions of a kernel.
   *
   * @param file where it comes from, for the message
   * @throws NotModelledException an instruction is not modeled; names the first one
   */
  public static void refuse(String file, Kernel kernel) {
    InstructionTable table = kernel.instructions();
    Set<String> found = new LinkedHashSet<>();
    int first = -1;
    for (int i = 0; i < table.size(); i++) {
      if (!table.fidelity(i).isModelled()) {
        first = first < 0 ? i : first;
        found.add(table.mnemonic(i));
      }
    }
    if (first >= 0) {
      throw new NotModelledException(message(file, kernel, first, found.size() - 1));
    }
  }

  private static String message(String file, Kernel kernel, int first, int others) {
    InstructionTable table = kernel.instructions();
    Fidelity fidelity = table.fidelity(first);
    return String.format(
        Locale.ROOT,
        "%s: kernel %s, pc 0x%04x: found %s, which is not modeled (%s)%s, allowed: modeled"
            + " instructions, or --approximate (\"approximate\": true in an experiment) to run it"
            + " like that",
        file,
        kernel.name(),
        table.pc(first),
        table.mnemonic(first),
        fidelity.how(),
        others == 0 ? "" : ", and " + others + " more that are not modeled");
  }
}
