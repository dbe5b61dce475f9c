package org.polyphony.usercode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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

  @Test
  void loadsAPolicyWithTheClassesBesideIt() throws Exception {
    Class<?> type = JavaSource.compile(write("Mine.java", POLICY), PartitionPolicy.class);

    assertEquals("Mine", type.getName());
    assertEquals("mine", ((PartitionPolicy) type.getConstructor().newInstance()).name());
  }

  /** In its package, and of two policies the one that is named as the file. */
  @Test
  void namesThePolicyOfAFile() throws IOException {
    Path inPackage = write("Mine.java", "package org.example.mine;\n" + POLICY);
    assertEquals(
        "org.example.mine.Mine", JavaSource.compile(inPackage, PartitionPolicy.class).getName());
    Path ofTwo = write("Mine.java", POLICY + "class Other extends Mine {}");
    assertEquals("Mine", JavaSource.compile(ofTwo, PartitionPolicy.class).getName());
  }

  @Test
  void takesTheFilesOwnClassBeforeOneOfTheSameNameOnTheClassPath() throws Exception {
    String text = "package org.example;\n" + POLICY.replace("Mine", "ThrowingPolicy");

    Class<?> type = JavaSource.compile(write("ThrowingPolicy.java", text), PartitionPolicy.class);

    assertEquals("mine", ((PartitionPolicy) type.getConstructor().newInstance()).name());
  }

  @Test
  void saysWhereAndWhyAFileDoesNotCompile() throws IOException {
    Path file = write("Mine.java", POLICY.replace("return NEVER", "return never"));

    String message = refusal(file);

    assertTrue(message.startsWith(file + " does not compile:\n" + file + ":7: error: "), message);
    assertTrue(message.contains("cannot find symbol"), message);
    assertTrue(message.contains("return never;"), message);
  }

  @Test
  void refusesAFileThatIsNotThereOrHasNoPolicy() throws IOException {
    String empty = refusal(write("Mine.java", "class Mine {}"));
    Path study = write("study.json", "{}");

    assertTrue(empty.contains("Mine.java: missing; give one class"), empty);
    assertTrue(refusal(folder.resolve("Absent.java")).contains("no such file"));
    assertEquals(
        study + ": no Java file; give a Java file with a class that implements PartitionPolicy",
        refusal(study));
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
