package org.polyphony.workload.trace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
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
  private static final long MAX_BYTES = 16 << 20;
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
    List<String> lines = lines(list);
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        readLine(new Line(list, i + 1, line), commands);
      }
    }
    if (commands.stream().allMatch(c -> c.kernel() == null)) {
      throw new InvalidInputException(
          list + ": lists no kernel; add a line with the name of a kernel's trace");
    }
    return commands;
  }

  private static List<String> lines(Path list) {
    try {
      if (Files.size(list) > MAX_BYTES) {
        throw new InvalidInputException(
            list
                + ": found "
                + Files.size(list)
                + " bytes, allowed: a text file that lists kernels");
      }
      try (InputStream in = InputFile.open(list)) {
        return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1).lines().toList();
      }
    } catch (IOException e) {
      throw new InvalidInputException(list + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** A line and where it stands. */
  private record Line(Path list, int number, String text) {
    InvalidInputException fault(String expected) {
      String shown = text.replaceAll("\\p{Cntrl}|[\\x7f-\\xff]", "?");
      String cut = shown.length() > 60 ? shown.substring(0, 60) + "..." : shown;
      return new InvalidInputException(
          list + ": line " + number + ": found \"" + cut + "\", allowed: " + expected);
    }
  }

  private static void readLine(Line line, List<Command> commands) {
    if (line.text().startsWith("MemcpyHtoD")) {
      commands.add(copy(line));
    } else if (line.text().startsWith("kernel") || isTraceName(line.text())) {
      commands.add(new Command(kernelFile(line), 0, 0));
    } else if (!OTHER_COMMAND.matcher(line.text()).matches()) {
      throw line.fault("MemcpyHtoD,<hexadecimal address>,<bytes> or the name of a kernel's trace");
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

  private static Command copy(Line line) {
    String[] parts = line.text().split(",", -1);
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
    throw line.fault("MemcpyHtoD,<hexadecimal address>,<bytes>, all below address 2^48");
  }

  /** Finds a listed kernel; one compressed after it was listed is found with its suffix. */
  private static Path kernelFile(Line line) {
    for (String suffix : new String[] {"", ".xz", ".gz"}) {
      Path file = line.list().resolveSibling(line.text() + suffix);
      if (Files.isRegularFile(file)) {
        return file;
      }
    }
    throw line.fault(
        "an existing kernel trace; there is no " + line.list().resolveSibling(line.text()));
  }
}
