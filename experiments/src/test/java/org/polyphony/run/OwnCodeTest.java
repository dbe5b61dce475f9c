package org.polyphony.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.results.run.OwnCode;

class OwnCodeTest {
  private final ClassLoader before = Thread.currentThread().getContextClassLoader();
  @TempDir private Path folder;

  @AfterEach
  void leaveTheThreadAsItWas() {
    Thread.currentThread().setContextClassLoader(before);
  }

  /** Compiles a class into the folder and returns what is then found behind it. */
  private OwnCode compiled(String name, String members) throws IOException {
    Path source = folder.resolve(name + ".java");
    Files.writeString(source, "public class " + name + " {" + members + "}");
    String[] options = {"-proc:none", "-d", folder.toString(), source.toString()};
    assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, options));
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, before)) {
      Thread.currentThread().setContextClassLoader(loader);
      return OwnCode.of(List.of("maestro", "Mine"));
    }
  }

  @Test
  void policiesOfTheProgramAreNone() {
    assertEquals(
        OwnCode.NONE,
        OwnCode.of(List.of("maestro", "org.polyphony.policy.partition.maestro.Maestro")));
  }

  @Test
  void aClassIsThatOfAllClassesInItsFolder() throws IOException {
    OwnCode alone = compiled("Mine", "");
    OwnCode same = compiled("Mine", "");
    OwnCode beside = compiled("Helper", "");

    assertEquals(alone, same);
    assertEquals("", alone.source());
    assertNotEquals(alone.sha256(), beside.sha256());
  }

  @Test
  void resultsInTheFolderOfAClassDoNotCount() throws IOException {
    OwnCode without = compiled("Mine", "");
    Files.writeString(folder.resolve("results.csv"), "run\n");

    assertEquals(without, compiled("Mine", ""));
  }
}
