package org.polyphony.compare;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The other end of a {@link ForkedProgram}: runs the commands that it reads until none follows. */
final class Worker {
  private static final JsonMapper MAPPER = new JsonMapper();

  private Worker() {}

  /**
   * Answers requests.
   *
   * @param args the jar of the build and its cache folder
   * @throws IOException when the process that asks has gone
   */
  public static void main(String[] args) throws IOException {
    PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.setOut(System.err); // what a build prints is no answer
    BufferedReader requests =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (Program program = new LoadedProgram(Path.of(args[0]), Path.of(args[1]))) {
      for (String line = requests.readLine(); line != null; line = requests.readLine()) {
        List<String> arguments = List.of(MAPPER.readValue(line, String[].class));
        answers.println(MAPPER.writeValueAsString(program.run(arguments)));
      }
    }
  }
}
