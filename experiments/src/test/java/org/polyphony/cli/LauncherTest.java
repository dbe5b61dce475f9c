package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.polyphony.input.Home;

/** The launcher in a project of two classes, whose build is a script. */
@Execution(ExecutionMode.CONCURRENT)
class LauncherTest {
  private static final Path JDK = Path.of(System.getProperty("java.home"));
  private static final String JAR = "experiments/target/experiments-0.1.0-SNAPSHOT.jar";

  @TempDir Path root;

  record Said(int exitCode, String out, String err) {}

  @BeforeEach
  void makeProject() throws Exception {
    Files.copy(Home.find().resolve("polyphony"), root.resolve("polyphony"));
    for (String module :
        List.of("sim-core", "workloads", "configs", "results", "plots", "experiments")) {
      Files.createDirectories(root.resolve(module).resolve("src/main"));
    }
    Files.createFile(root.resolve("pom.xml"));
    source("Main", "System.out.println(String.join(\",\", args));");
    source("Training", "Main.main(args);");
    compile();
    script(
        "bin/mvn",
        """
        mkdir -p '%1$s/experiments/target'
        '%2$s/bin/jar' -c -f '%1$s/%3$s' -e org.polyphony.cli.Main -C '%1$s/classes' .
        """
            .formatted(root, JDK, JAR));
  }

  private void compile() {
    String[] sources = {"-d", path("classes"), path("Main.java"), path("Training.java")};
    assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, sources));
  }

  private void source(String name, String body) throws IOException {
    Files.writeString(
        root.resolve(name + ".java"),
        "package org.polyphony.cli; public class "
            + name
            + " { public static void main(String[] args) { "
            + body
            + " } }");
  }

  private String path(String name) {
    return root.resolve(name).toString();
  }

  private Path script(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + text);
    assertTrue(file.toFile().setExecutable(true));
    return file;
  }

  private Said launch(Map<String, String> more, String... args) throws Exception {
    Map<String, String> environment = new HashMap<>(more);
    environment.putIfAbsent("JAVA_HOME", JDK.toString());
    environment.put("PATH", path("bin") + ":" + System.getenv("PATH"));
    return start(Stream.concat(Stream.of("./polyphony"), Stream.of(args)).toList(), environment);
  }

  private Said start(List<String> command, Map<String, String> more) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(root.toFile())
            .redirectOutput(root.resolve("out.txt").toFile())
            .redirectError(root.resolve("err.txt").toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("POLYPHONY_"));
    builder.environment().putAll(more);
    return new Said(builder.start().waitFor(), read("out.txt"), read("err.txt"));
  }

  private String read(String name) throws IOException {
    return Files.readString(root.resolve(name), StandardCharsets.UTF_8);
  }

  private void jdk(String name, String java, String release) throws IOException {
    script(name + "/bin/java", java + "\n");
    Files.createDirectories(root.resolve(name + "/lib"));
    Files.createFile(root.resolve(name + "/lib/modules"));
    Files.writeString(root.resolve(name + "/release"), release + "\n");
  }

  private List<Path> archives() throws IOException {
    try (Stream<Path> files = Files.list(root.resolve("experiments/target/start"))) {
      return files.filter(file -> !file.toString().endsWith(".of")).sorted().toList();
    }
  }

  /** Starts again and requires that nothing but the program speaks. */
  private void assertRunsQuietly(Map<String, String> environment) throws Exception {
    assertEquals(new Said(0, "a,b c\n", ""), launch(environment, "a", "b c"));
  }

  private Said bash(String commands) throws Exception {
    return start(List.of("bash", "-c", commands), Map.of());
  }

  @Test
  void aFolderWithAColonIsRefused() throws Exception {
    Said said = bash("mkdir a:b && cp -p polyphony a:b && a:b/polyphony list");

    assertEquals(1, said.exitCode());
    assertTrue(said.err().matches("polyphony: '.*/a:b' contains a colon, .*\\n"), said.err());
  }

  @Test
  void aDeletedWorkingFolderIsRefused() throws Exception {
    Said said = bash("mkdir gone && cd gone && rmdir ../gone && " + path("polyphony") + " list");

    assertEquals(1, said.exitCode());
    String last = said.err().lines().reduce((first, second) -> second).orElse("");
    assertEquals("polyphony: the working folder was deleted; change to another", last);
  }

  @Test
  void whatABuildSaysHasNoEscapeCodesWithoutATerminal() throws Exception {
    String before = Files.readString(root.resolve("bin/mvn"));
    script("bin/mvn", before + "printf '\\033[0m\\033[1mplain\\033[m\\n'\n");

    Said said = launch(Map.of(), "a");

    assertTrue(said.err().contains("\nplain\n"), said.err());
    assertTrue(said.err().indexOf('\033') < 0, said.err());
  }

  private boolean startsFromTheArchive() throws Exception {
    Said said = launch(Map.of("POLYPHONY_JAVA_OPTS", "-Xlog:class+load"), "a");
    return said.out()
        .lines()
        .anyMatch(line -> line.contains("cli.Main ") && line.contains("shared objects file"));
  }

  @Test
  void buildsOnceAndThenStartsFromAnArchive() throws Exception {
    Said first = launch(Map.of(), "a");

    assertEquals(0, first.exitCode(), first.err());
    assertEquals("a\n", first.out());
    assertTrue(first.err().lines().allMatch(line -> line.startsWith("polyphony: ")), first.err());
    assertEquals(1, archives().size());
    assertTrue(startsFromTheArchive());
    assertRunsQuietly(Map.of());
  }

  @Test
  void runsWhereNoArchiveCanBeWritten() throws Exception {
    Files.createDirectories(root.resolve("experiments/target"));
    Files.createFile(root.resolve("experiments/target/start"));
    launch(Map.of());

    assertRunsQuietly(Map.of());
  }

  @Test
  void runsAndTriesNoMoreWhereTheTrainingFails() throws Exception {
    source("Training", "System.err.println(\"no\"); Runtime.getRuntime().halt(1);");
    compile();
    launch(Map.of());
    Path archive = archives().get(0);
    FileTime made = Files.getLastModifiedTime(archive);

    assertRunsQuietly(Map.of());
    assertEquals(0, Files.size(archive));
    assertEquals(made, Files.getLastModifiedTime(archive));
  }

  @Test
  void makesTheArchiveAgainAfterARebuild() throws Exception {
    launch(Map.of());
    FileTime made = Files.getLastModifiedTime(archives().get(0));
    Thread.sleep(20); // file times are coarser than a nanosecond
    Files.createFile(root.resolve("sim-core/src/main/New.java"));

    Said said = launch(Map.of());

    assertTrue(said.err().contains("building"), said.err());
    assertNotEquals(made, Files.getLastModifiedTime(archives().get(0)));
    assertTrue(startsFromTheArchive());
    assertRunsQuietly(Map.of());
  }

  /** JDK 25 would start from the old one. */
  @Test
  void startsFromNoArchiveOfAnotherJarEvenIfThatIsNewer() throws Exception {
    launch(Map.of());
    source("Main", "System.out.println(\"other\");");
    compile();
    assertEquals(0, new ProcessBuilder(path("bin/mvn")).start().waitFor());
    Files.setLastModifiedTime(root.resolve(JAR), FileTime.from(Instant.now().minusSeconds(1000)));

    assertEquals(new Said(0, "other\n", ""), launch(Map.of(), "a"));
  }

  @Test
  void startsWithoutAnArchiveThatIsDamaged() throws Exception {
    launch(Map.of());
    Path archive = archives().get(0);
    Files.delete(archive);
    Files.writeString(archive, "no archive");

    assertRunsQuietly(Map.of());
  }

  @Test
  void hasAnArchiveForEachJdk() throws Exception {
    launch(Map.of());
    Path first = archives().get(0);
    String version = Runtime.version().feature() + ".0.99+1";
    jdk("jdk", "exec '" + JDK + "/bin/java' \"$@\"", "JAVA_RUNTIME_VERSION=\"" + version + "\"");

    assertRunsQuietly(Map.of("JAVA_HOME", path("jdk")));
    assertEquals(2, archives().size());
    assertTrue(archives().contains(first));
  }

  @Test
  void asksAJavaThatSaysNothingOfItselfInItsFolder() throws Exception {
    script("elsewhere/bin/java", "exec '" + JDK + "/bin/java' \"$@\"\n");
    launch(Map.of());

    assertRunsQuietly(Map.of("JAVA_HOME", path("elsewhere")));
    assertEquals(1, archives().size());
  }

  @Test
  void refusesAJdkThatIsTooOld() throws Exception {
    jdk("old", "exit 1", "JAVA_VERSION=\"11.0.2\"");

    Said said = launch(Map.of("JAVA_HOME", path("old")));

    assertEquals(1, said.exitCode());
    assertTrue(said.err().contains("is Java 11.0.2; 17 or newer is needed"), said.err());
  }

  @Test
  void anUnpackedZipRunsAsItIsAndIsNeverBuilt() throws Exception {
    launch(Map.of()); // builds the jar
    Files.createDirectories(root.resolve("program"));
    Files.move(root.resolve(JAR), root.resolve("program").resolve(Path.of(JAR).getFileName()));
    Files.delete(root.resolve("pom.xml"));
    script("bin/mvn", "echo built; exit 1\n");

    assertRunsQuietly(Map.of());
    assertTrue(Files.isDirectory(root.resolve("program/start")));
    Files.setLastModifiedTime(root.resolve("configs"), FileTime.from(Instant.now()));
    assertRunsQuietly(Map.of());
  }

  @Test
  void findsClassesOfOnesOwnBesideTheArchive() throws Exception {
    launch(Map.of());

    assertRunsQuietly(Map.of("POLYPHONY_CLASSPATH", path("classes")));
    assertTrue(startsFromTheArchive());
  }
}
