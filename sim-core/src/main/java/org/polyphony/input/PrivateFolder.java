package org.polyphony.input;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;

/**
 * A folder that only its user can write to, so that files read from it can be trusted. File systems
 * without owners are not checked.
 */
public final class PrivateFolder {
  private static final Path PROCESS = Path.of("/proc/self"); // owned by the current user

  private PrivateFolder() {}

  /**
   * Creates a folder and its missing parents, accessible to the user only.
   *
   * @throws IOException if one cannot be created
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
   * Requires that a folder, if it exists, belongs to the user and is not world-writable.
   *
   * @param what name of the setting, for the message
   * @throws InvalidInputException if it is not
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
      // the caller reports the failure when it uses the folder
    }
  }

  private static InvalidInputException refused(String what, String found) {
    return new Violation("", found, "a folder that only you can write to").errorAt(what);
  }
}
