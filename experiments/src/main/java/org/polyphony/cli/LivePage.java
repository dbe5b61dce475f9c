package org.polyphony.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;
import java.util.regex.Pattern;
import org.polyphony.input.Sha256;
import org.polyphony.report.Report;
import org.polyphony.results.ResultFile;
import org.polyphony.results.Results;
import org.polyphony.sweep.SweepStatus;

/**
 * Serves a page of a sweep while that runs, to this machine alone: how far it is, and the report of
 * what there is, which is drawn when it is asked for and has changed. Whatever goes wrong with it
 * is said on the page; the sweep goes on.
 */
final class LivePage implements AutoCloseable {
  /** Serves nothing. */
  static final LivePage NONE = new LivePage(Path.of(""), drawing -> 0, Optional.empty());

  private static final int LAST_PORT = 65_535;
  private static final int CONNECTIONS = 200; // at a time: each slow client takes a thread
  private static final int PATIENCE_SECONDS = 5; // for a request to arrive whole
  private static final int SENDING_SECONDS = 60; // until a client has to have taken a file
  private static final Pattern THIS_MACHINE =
      Pattern.compile("(localhost|127\\.0\\.0\\.1|\\[::1])(:\\d+)?");

  static {
    System.setProperty("sun.net.httpserver.maxReqTime", String.valueOf(PATIENCE_SECONDS));
    System.setProperty("sun.net.httpserver.maxRspTime", String.valueOf(SENDING_SECONDS));
    System.setProperty("jdk.httpserver.maxConnections", String.valueOf(CONNECTIONS));
  }

  private static final String HTML = "text/html; charset=utf-8";
  private static final String PLAIN = "text/plain; charset=utf-8";
  private static final long INTERVAL_NANOS = 3_000_000_000L;
  private static final int COST = 10; // drawing takes at most one part of so many of the time

  private final Path folder;
  private final LongUnaryOperator pause;
  private final Optional<HttpServer> server;
  private long nextLook = System.nanoTime();
  private String version = "";
  private String page = "";

  private LivePage(Path folder, LongUnaryOperator pause, Optional<HttpServer> server) {
    this.pause = pause;
    this.folder = folder.toAbsolutePath().normalize();
    this.server = server;
  }

  /**
   * Begins to serve.
   *
   * @param folder of the sweep
   * @param port 0 for any that is free
   * @throws org.polyphony.input.InvalidInputException when the port is taken or not allowed
   */
  static LivePage open(Path folder, int port) {
    return open(folder, port, drawing -> Math.max(INTERVAL_NANOS, COST * drawing));
  }

  /** The same, which looks at the folder again after a pause that depends on how long it took. */
  static LivePage open(Path folder, int port, LongUnaryOperator pause) {
    if (port < 0 || port > LAST_PORT) {
      throw Arguments.wrong("--serve", port, "a port, 0 to " + LAST_PORT);
    }
    try {
      InetSocketAddress here = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
      HttpServer server = HttpServer.create(here, 0);
      LivePage live = new LivePage(folder, pause, Optional.of(server));
      server.createContext("/", live::answer);
      server.setExecutor(threads());
      server.start();
      return live;
    } catch (BindException e) {
      String found = port + " (" + e.getMessage() + ")";
      throw Arguments.wrong("--serve", found, "a free port; 0 picks one");
    } catch (IOException e) {
      throw new UncheckedIOException("--serve: " + e.getMessage(), e);
    }
  }

  private static ExecutorService threads() {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            CONNECTIONS,
            CONNECTIONS,
            PATIENCE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>());
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  /** Returns where the page is. */
  String address() {
    return "http://localhost:" + server.orElseThrow().getAddress().getPort() + "/";
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      answerOrExplain(exchange);
    }
  }

  private void answerOrExplain(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    try {
      if (!isOfThisMachine(exchange)) { // a page from elsewhere under a name that leads here
        send(exchange, 403, PLAIN, text("Only localhost is served.\n"));
      } else if (path.equals("/")) {
        send(exchange, 200, HTML, text(page()));
      } else if (path.equals("/version")) {
        send(exchange, 200, PLAIN, text(currentVersion()));
      } else {
        sendFile(exchange, folder.resolve(path.substring(1)).normalize());
      }
    } catch (RuntimeException e) {
      send(exchange, 500, PLAIN, text("This file cannot be shown now: " + e.getMessage() + "\n"));
    }
  }

  private static boolean isOfThisMachine(HttpExchange exchange) {
    String host = exchange.getRequestHeaders().getFirst("Host");
    return host != null && THIS_MACHINE.matcher(host).matches();
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void send(HttpExchange exchange, int code, String type, byte[] body)
      throws IOException {
    sendHead(exchange, code, type, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  private static void sendHead(HttpExchange exchange, int code, String type, long bytes)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    exchange.sendResponseHeaders(code, bytes);
  }

  /** Only files of the sweep, which the page links to; no links to files elsewhere. */
  private void sendFile(HttpExchange exchange, Path file) throws IOException {
    if (!Files.isRegularFile(file) || !file.toRealPath().startsWith(folder.toRealPath())) {
      send(exchange, 404, PLAIN, text("The sweep has no such file.\n"));
      return;
    }
    sendHead(exchange, 200, PLAIN, 0); // in chunks, as it may grow
    Files.copy(file, exchange.getResponseBody());
  }

  private synchronized String currentVersion() {
    page();
    return version;
  }

  /** Returns the page, drawn anew when it is old and the sweep has gone on. */
  private synchronized String page() {
    long start = System.nanoTime();
    if (start - nextLook < 0) {
      return page;
    }
    SweepStatus status = SweepStatus.of(folder, Instant.now());
    String now = version(status);
    if (!now.equals(version)) {
      LocalTime time = LocalTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS);
      String running = String.join(", ", StatusCommand.running(status));
      String words =
          StatusCommand.words(status) + (running.isEmpty() ? "" : ". Running: " + running);
      String asOf = words + ". As of " + time + ".";
      page = Report.live(Results.read(folder, ReportCommand.VIEW), status.share(), asOf, now);
      version = now;
    }
    long end = System.nanoTime();
    nextLook = end + pause.applyAsLong(end - start);
    return page;
  }

  /** The counts, how far runs are, and when the results were put together last. */
  private String version(SweepStatus status) {
    String table = "none";
    try {
      table = Files.getLastModifiedTime(folder.resolve(ResultFile.LINES.file())).toString();
    } catch (IOException e) {
      // none yet
    }
    String runs = String.join(",", StatusCommand.running(status));
    String counts = status.done() + " " + status.failed().size() + " " + runs;
    return Sha256.hex(counts + " " + table).substring(0, 16);
  }

  @Override
  public void close() {
    server.ifPresent(
        http -> {
          http.stop(0);
          ((ExecutorService) http.getExecutor()).shutdownNow();
        });
  }
}
