package org.polyphony.input;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;

/**
 * A folder that its user alone writes to: what is read from it is believed. Where a file system
 * knows no owners, nothing is checked.
 */
public final class PrivateFolder {
  private static final Path PROCESS = Path.of("/proc/self"); // of this process and its user

  private PrivateFolder() {}

  /**
   * Makes the folder and those above it that are missing, for their user alone.
   *
   * @throws IOException when one cannot be made
   */
  public static void create(Path folder) throws IOException {
    try {
      Files.createDirectories(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (UnsupportedOperationException e) {
      Files.createDirectories(folder);
    }
  }

  /**
   * Requires that a folder, if it exists, belongs to the user and that not all may write to it.
   *
   * @param what it is for, as the user sets it
   * @throws InvalidInputException when it does not
   */
  public static void require(Path folder, String what) {
    try {
      if (Files.isDirectory(folder) && Files.exists(PROCESS)) {
        UserPrincipal owner = Files.getOwner(folder);
        if (!owner.equals(Files.getOwner(PROCESS))) {
          throw refused(what, folder + ", a folder of " + owner.getName());
        }
        if (Files.getPosixFilePermissions(folder).contains(PosixFilePermission.OTHERS_WRITE)) {
          throw refused(what, folder + ", a folder writable by all");
        }
      }
    } catch (IOException | UnsupportedOperationException e) {
      // whoever uses it says what cannot be done
    }
  }

  private static InvalidInputException refused(String what, String found) {
    return new Violation("", found, "a folder that only you can write to").errorAt(what);
  }
}
