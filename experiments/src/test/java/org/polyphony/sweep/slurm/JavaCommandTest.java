package org.polyphony.sweep.slurm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavaCommandTest {
  @TempDir private Path folder;

  @Test
  void startsTheProgramWithEveryWordAsItIs() throws IOException, InterruptedException {
    FakeCommand.write(folder, "java", "for a; do echo \"$a\"; done; echo \"$CACHE\"");
    JavaCommand program =
        new JavaCommand(
            folder.resolve("java"), List.of("-Dx=it's $HOME"), "/a b/c.jar", "org.Main");

    List<String> said =
        run(
            program.script(
                List.of("CACHE=/d 'e'"),
                List.of("sweep", JavaCommand.quoted("/f g"), "\"$SLURM_ARRAY_TASK_ID/3\"")));

    assertEquals(
        List.of(
            "-Dx=it's $HOME", "-cp", "/a b/c.jar", "org.Main", "sweep", "/f g", "17/3", "/d 'e'"),
        said);
  }

  @Test
  void takesTheJavaOfANodeThatHasNotTheSame() throws IOException, InterruptedException {
    Files.createDirectory(folder.resolve("bin"));
    FakeCommand.write(folder.resolve("bin"), "java", "echo of the node");
    JavaCommand program = new JavaCommand(Path.of("/no/such/java"), List.of(), "a.jar", "org.Main");

    assertEquals(List.of("of the node"), run(program.script(List.of(), List.of())));
  }

  @Test
  void copiesAJarWithItsLibrariesAndDevices() throws IOException {
    Path gpus = Files.createDirectories(folder.resolve("home/configs/gpus"));
    Files.writeString(gpus.resolve("g.json"), "device");
    Path libraries = Files.createDirectories(folder.resolve("built/lib"));
    Files.writeString(libraries.resolve("l.jar"), "library");
    Path jar = Files.writeString(folder.resolve("built/p.jar"), "program");
    List<String> options = List.of("-Xmx1g", "-Dpolyphony.home=" + folder.resolve("home"));
    JavaCommand program = new JavaCommand(Path.of("java"), options, jar + ":/own", "org.Main");

    JavaCommand copy = program.copiedTo(folder.resolve("copy"));

    assertEquals(folder.resolve("copy/p.jar") + ":/own", copy.classPath());
    assertEquals(List.of("-Xmx1g", "-Dpolyphony.home=" + folder.resolve("copy")), copy.options());
    assertEquals("device", Files.readString(folder.resolve("copy/configs/gpus/g.json")));
    assertEquals("program", Files.readString(folder.resolve("copy/p.jar")));
    assertEquals("library", Files.readString(folder.resolve("copy/lib/l.jar")));
  }

  @Test
  void leavesAProgramThatIsNoJarWhereItIs() {
    JavaCommand program = new JavaCommand(Path.of("java"), List.of(), "classes:x.jar", "org.Main");

    assertSame(program, program.copiedTo(folder.resolve("copy")));
  }

  private List<String> run(String script) throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve("task.sh"), script);
    ProcessBuilder shell = new ProcessBuilder("sh", file.toString());
    shell.environment().put("SLURM_ARRAY_TASK_ID", "17");
    shell.environment().put("JAVA_HOME", folder.toString());
    Process process = shell.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), said);
    return said.lines().toList();
  }
}
