package org.polyphony.usercode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.input.InvalidInputException;
import org.polyphony.policy.partition.PartitionPolicy;

class JavaSourceTest {
  private static final String POLICY =
      """
      import org.polyphony.gpu.dispatch.Quotas;
      import org.polyphony.policy.partition.DeviceView;
      import org.polyphony.policy.partition.PartitionPolicy;

      public class Mine implements PartitionPolicy {
        public String name() { return new Helper().name; }
        public long partition(long cycle, DeviceView device, Quotas quotas) { return NEVER; }
      }

      class Helper { String name = "mine"; }
      """;

  @TempDir private Path folder;

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static String refusal(Path file) {
    return assertThrows(
            InvalidInputException.class, () -> JavaSource.compile(file, PartitionPolicy.class))
        .getMessage();
  }

  /** A text before the policy and one behind it; the name of the class. */
  @ParameterizedTest
  @CsvSource({
    "'', '', Mine, Mine",
    "package org.example.mine;, '', Mine, org.example.mine.Mine",
    "package org.example;, '', ThrowingPolicy, org.example.ThrowingPolicy", // as on the class path
    "'', class Other extends Mine {}, Mine, Mine" // of two policies that of the name of the file
  })
  void loadsAPolicyWithTheClassesBesideIt(String before, String behind, String name, String type)
      throws Exception {
    Path file = write(name + ".java", before + "\n" + POLICY.replace("Mine", name) + behind);

    Class<?> loaded = JavaSource.compile(file, PartitionPolicy.class);

    assertEquals(type, loaded.getName());
    assertEquals("mine", ((PartitionPolicy) loaded.getConstructor().newInstance()).name());
  }

  @Test
  void saysWhereAndWhyAFileDoesNotCompile() throws IOException {
    Path file = write("Mine.java", POLICY.replace("return NEVER", "return never"));

    String message = refusal(file);

    assertTrue(message.startsWith(file + " does not compile:\n" + file + ":7: error: "), message);
    assertTrue(message.contains("cannot find symbol"), message);
    assertTrue(message.contains("return never;"), message);
  }

  @ParameterizedTest
  @CsvSource({
    "Mine.java, class Mine {}, Mine.java: missing; give one class",
    "Absent.java, , no such file",
    "study.json, {}, no Java file; give a Java file with a class that implements PartitionPolicy"
  })
  void refusesWhatIsNoPolicy(String name, String text, String message) throws IOException {
    Path file = text == null ? folder.resolve(name) : write(name, text);

    String refusal = refusal(file);

    assertTrue(refusal.contains(message), refusal);
  }

  @Test
  void saysWhatToDoWithoutACompiler() throws IOException {
    Path file = write("Mine.java", POLICY);

    InvalidInputException error =
        assertThrows(
            InvalidInputException.class,
            () -> new JavaSource(file, PartitionPolicy.class).compile(null));

    assertTrue(error.getMessage().contains("has no compiler; set JAVA_HOME to a JDK"));
  }
}
