package org.polyphony.workload.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.polyphony.input.InputFile;
import org.polyphony.input.InvalidInputException;

/**
 * The commands of a {@code kernelslist.g}, in program order.
 *
 * <p>Copies to the device and kernels count; other commands that tracers write (copies to the host,
 * communication between devices) have no effect; blank lines and those that start with {@code #}
 * are skipped.
 */
final class KernelsList {
  static final String FILE_NAME = "kernelslist.g";
  private static final long END = 1L << 48; // of the addresses of a process
  private static final Pattern OTHER_COMMAND = Pattern.compile("[A-Za-z_]\\w*( *,.*)?");

  private KernelsList() {}

  /**
   * One command; a kernel when {@code kernel} is not null, else a copy.
   *
   * @param kernel file of the kernel
   * @param address first byte that a copy writes
   * @param bytes length of a copy
   */
  record Command(Path kernel, long address, long bytes) {}

  static List<Command> read(Path list) {
    List<Command> commands = new ArrayList<>();
    try (TraceScanner in = new TraceScanner(list, InputFile.open(list))) {
      while (in.nextFilledLine()) {
        readLine(in, list, commands);
      }
    } catch (IOException e) {
      throw new InvalidInputException(list + ": cannot be read: " + e.getMessage(), e);
    }
    if (commands.stream().allMatch(c -> c.kernel() == null)) {
      throw new InvalidInputException(
          list + ": lists no kernel; add a line with the name of a kernel's trace");
    }
    return commands;
  }

  private static void readLine(TraceScanner in, Path list, List<Command> commands) {
    String line = in.line().strip();
    if (line.startsWith("MemcpyHtoD")) {
      commands.add(copy(in, line));
    } else if (line.startsWith("kernel") || isTraceName(line)) {
      commands.add(new Command(kernelFile(in, list.resolveSibling(line)), 0, 0));
    } else if (!line.startsWith("#") && !OTHER_COMMAND.matcher(line).matches()) {
      throw in.unexpectedLine(
          "MemcpyHtoD,<hexadecimal address>,<bytes> or the name of a kernel's trace");
    }
  }

  static boolean isKernelsList(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".g") || name.startsWith("kernelslist");
  }

  private static boolean isTraceName(String name) {
    return name.endsWith(".traceg")
        || name.endsWith(".trace")
        || name.endsWith(".tracez")
        || name.endsWith(".xz")
        || name.endsWith(".gz")
        || name.endsWith(PackedFormat.EXTENSION);
  }

  private static Command copy(TraceScanner in, String line) {
    String[] parts = line.split(",", -1);
    try {
      String address = parts[1].strip().replaceFirst("^0[xX]", "");
      long bytes = Long.parseLong(parts[2].strip());
      long first = Long.parseUnsignedLong(address, 16);
      boolean isOfADevice = first >= 0 && first <= END && bytes >= 0 && bytes <= END - first;
      if (parts.length == 3 && isOfADevice) {
        return new Command(null, first, bytes);
      }
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      // Not of the form; told below.
    }
    throw in.unexpectedLine("MemcpyHtoD,<hexadecimal address>,<bytes>, all below address 2^48");
  }

  /** Finds a listed kernel; one compressed after it was listed is found with its suffix. */
  private static Path kernelFile(TraceScanner in, Path listed) {
    return Stream.of("", ".xz", ".gz")
        .map(suffix -> listed.resolveSibling(listed.getFileName() + suffix))
        .filter(Files::isRegularFile)
        .findFirst()
        .orElseThrow(() -> in.unexpectedLine("an existing kernel trace; there is no " + listed));
  }
}
