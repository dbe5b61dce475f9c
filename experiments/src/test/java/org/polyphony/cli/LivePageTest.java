package org.polyphony.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.input.InvalidInputException;

class LivePageTest {
  private static final String RUN =
      "{\"run\":\"a\",\"policy\":\"maestro\",\"stp\":1.5,\"antt\":1.2,\"benchmarks\":"
          + "[{\"name\":\"BFS\",\"normalizedProgress\":0.7},{\"name\":\"NW\",\"normalizedProgress\":0.8}]}";

  private final HttpClient client = HttpClient.newHttpClient();
  @TempDir private Path folder;
  private LivePage live;

  @BeforeEach
  void serveASweepOfThreeRuns() throws IOException {
    Path sweep = Files.createDirectories(folder.resolve("sweep/runs")).getParent();
    Files.writeString(sweep.resolve("sweep.json"), "{\"runs\":[\"a\",\"b\",\"c\"]}");
    live = LivePage.open(sweep, 0, drawing -> 0);
  }

  @AfterEach
  void close() {
    live.close();
  }

  private void end(String line) throws IOException {
    Path log = folder.resolve("sweep/runs/1-of-1.jsonl");
    Files.writeString(log, "{\"endedMillis\":1,\"result\":" + line + "}\n");
    Files.writeString(folder.resolve("sweep/results.jsonl"), line + "\n");
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(live.address() + path)).build();
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void showsHowFarTheSweepIsBeforeItHasAResult() throws Exception {
    HttpResponse<String> page = get("");

    assertEquals(200, page.statusCode());
    assertTrue(page.body().contains("0 of 3 runs done, 0 failed, 3 left"), page.body());
    assertTrue(page.body().contains("<progress value=\"0\" max=\"100\">"), page.body());
  }

  @Test
  void showsTheRunsThatHaveEnded() throws Exception {
    end(RUN);

    String page = get("").body();

    assertTrue(page.contains("1 of 3 runs done"), page);
    assertTrue(page.contains("<caption><span>Finished runs</span></caption>"), page);
  }

  @Test
  void hasAnotherVersionWhenTheSweepHasGoneOn() throws Exception {
    String first = get("version").body();
    String same = get("version").body();
    end(RUN);

    assertEquals(first, same);
    assertNotEquals(first, get("version").body());
    assertTrue(get("").body().contains("data-version=\"" + get("version").body() + '"'));
  }

  @Test
  void showsRunsThatStillGoOn() throws Exception {
    String before = get("version").body();
    Files.writeString(
        folder.resolve("sweep/runs/1-of-1.progress"),
        "{\"writtenMillis\":"
            + System.currentTimeMillis()
            + ",\"running\":[{\"run\":\"b\",\"share\":0.6}]}");

    String page = get("").body();

    assertTrue(page.contains("Running: b 60%. As of "), page);
    assertTrue(page.contains("<progress value=\"20\" max=\"100\">"), page);
    assertNotEquals(before, get("version").body());
  }

  @Test
  void slowClientsKeepNobodyWaiting() throws Exception {
    List<Socket> slow = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      Socket socket =
          new Socket(InetAddress.getLoopbackAddress(), URI.create(live.address()).getPort());
      socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: ".getBytes(US_ASCII));
      slow.add(socket);
    }

    assertTimeoutPreemptively(
        Duration.ofSeconds(4), () -> assertEquals(200, get("version").statusCode()));
    for (Socket socket : slow) {
      socket.close();
    }
  }

  @Test
  void needsNothingFromElsewhere() throws Exception {
    assertFalse(get("").body().matches("(?s).*(src|href)=\"https?:.*"));
  }

  @Test
  void servesTheFilesOfTheSweepAndNoOthers() throws Exception {
    Files.writeString(folder.resolve("secret.txt"), "secret");

    assertEquals("{\"runs\":[\"a\",\"b\",\"c\"]}", get("sweep.json").body());
    assertEquals(404, get("%2e%2e/secret.txt").statusCode());
    assertEquals(404, get("/etc/hostname").statusCode());
  }

  @Test
  void servesNoLinkThatLeadsOutOfTheSweep() throws Exception {
    Path secret = Files.writeString(folder.resolve("secret.txt"), "secret");
    Files.createSymbolicLink(folder.resolve("sweep/link.txt"), secret);
    Files.createSymbolicLink(folder.resolve("sweep/inside.json"), Path.of("sweep.json"));

    assertEquals(404, get("link.txt").statusCode());
    assertEquals(200, get("inside.json").statusCode());
  }

  @Test
  void answersWhileOtherRequestsAreUnfinished() throws Exception {
    try (Socket first = connect();
        Socket second = connect()) {
      first.getOutputStream().write("GET / HTTP/1.1\r\n".getBytes(US_ASCII));
      second.getOutputStream().write("GET".getBytes(US_ASCII));

      assertEquals(200, get("").statusCode());
    }
  }

  @Test
  void answersOnlyUnderTheNamesOfThisMachine() throws Exception {
    assertEquals("HTTP/1.1 403 Forbidden", statusFor("attacker.example"));
    assertEquals("HTTP/1.1 200 OK", statusFor("127.0.0.1:80"));
    assertEquals("HTTP/1.1 200 OK", statusFor("[::1]"));
  }

  private Socket connect() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), URI.create(live.address()).getPort());
  }

  private String statusFor(String host) throws IOException {
    try (Socket socket = connect()) {
      String request = "GET /version HTTP/1.1\r\nHost: " + host + "\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(US_ASCII));
      return new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII))
          .readLine();
    }
  }

  @Test
  void saysWhatIsWrongWithResultsAndServesThemWhenTheyAreMended() throws Exception {
    end("{");
    HttpResponse<String> damaged = get("");
    end(RUN);

    assertEquals(500, damaged.statusCode());
    assertTrue(damaged.body().contains("results.jsonl"), damaged.body());
    assertEquals(200, get("").statusCode());
  }

  @Test
  void refusesAPortThatIsTaken() {
    int port = URI.create(live.address()).getPort();

    String message =
        assertThrows(InvalidInputException.class, () -> LivePage.open(folder, port)).getMessage();

    assertTrue(message.startsWith("--serve: found " + port + " ("), message);
  }

  @Test
  void isGoneWhenTheSweepIsOver() {
    live.close();

    assertThrows(ConnectException.class, () -> get(""));
  }
}
