package org.polyphony.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.config.GpuConfigs;
import org.polyphony.input.Home;
import org.polyphony.simulation.GpuSimulation;
import org.polyphony.workload.kernel.ModelWorkload;

/** The program in sim-core/README.md. */
class LibraryReadmeTest {
  @TempDir private Path folder;

  private static String program() throws Exception {
    String page = Files.readString(Home.find().resolve("sim-core/README.md"));
    Matcher block = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL).matcher(page);
    assertTrue(block.find());
    return block.group(1);
  }

  private void compile(String program) throws Exception {
    Path source = Files.writeString(folder.resolve("TwoKernels.java"), program);
    List<String> path = new ArrayList<>();
    for (Class<?> of : List.of(GpuSimulation.class, GpuConfigs.class, ModelWorkload.class)) {
      path.add(Path.of(of.getProtectionDomain().getCodeSource().getLocation().toURI()).toString());
    }
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    String classPath = String.join(File.pathSeparator, path);
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(null, said, said, "-proc:none", "-cp", classPath, source.toString());
    assertEquals(0, result, () -> said.toString(StandardCharsets.UTF_8));
  }

  private String output() throws Exception {
    PrintStream stdout = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    URL[] classes = {folder.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(classes, getClass().getClassLoader())) {
      System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
      Object noArguments = new String[0];
      loader.loadClass("TwoKernels").getMethod("main", String[].class).invoke(null, noArguments);
    } finally {
      System.setOut(stdout);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }

  @Test
  void theProgramRunsTwoKernelsInAtMost25Lines() throws Exception {
    String program = program();
    assertTrue(program.lines().count() <= 25);

    compile(program);

    assertTrue(output().matches("STP \\d\\.\\d{3}, ANTT \\d\\.\\d{3}\\R"));
  }
}
