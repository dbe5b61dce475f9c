package org.polyphony.workload.profile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Writes a structured program in the model language. */
final class ModelWriter {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final int PER_TEXT = 8; // instructions of a text, so that lines stay readable
  private static final int UNITS = 10_000; // of shares
  private static final int LANES = 32;

  private final KernelProfile profile;
  private final Values values;
  private final Map<String, Double> trips = new HashMap<>();
  private final AddressLayout layout;
  private final Pipeline pipeline; // null without one
  private final PipelineWriter pipelineWriter;
  private boolean[] reaching; // by thread: whether it may reach what is written
  private int conditions;

  /**
   * Infers addresses and the pipeline of a program.
   *
   * @param waits whether the roles of a pipeline wait for each other
   */
  ModelWriter(KernelProfile profile, List<Region> program, boolean waits) {
    this.profile = profile;
    this.values = Values.of(profile, program);
    this.reaching = new boolean[profile.threads()];
    Arrays.fill(reaching, true);
    findTrips(program);
    this.layout = new AddressLayout(profile, values, trips);
    this.pipeline = PipelineSearch.find(profile, values, program, waits);
    this.pipelineWriter = pipeline == null ? null : new PipelineWriter(pipeline, profile);
    collect(program, List.of());
    layout.place();
  }

  /** Returns the pipeline of the kernel; null if it has none. */
  Pipeline pipeline() {
    return pipeline;
  }

  /** Returns the arrays of the model, each in bytes. */
  Map<String, JsonNode> arrays() {
    Map<String, JsonNode> found = new LinkedHashMap<>();
    layout.arrays().forEach((name, bytes) -> found.put(name, JSON.numberNode(Math.max(1, bytes))));
    if (pipeline != null) {
      found.putAll(pipelineWriter.arrays());
    }
    return found;
  }

  private void findTrips(List<Region> regions) {
    for (Region region : regions) {
      if (region instanceof Region.Loop loop) {
        trips.put(loop.counter(), loop.trips());
      }
      findTrips(region.inside());
    }
  }

  private void collect(List<Region> regions, List<String> loops) {
    for (Region region : regions) {
      if (region instanceof Region.Straight straight) {
        straight.lines().stream()
            .filter(SassLine::isGlobalAccess)
            .forEach(l -> layout.add(l, loops));
      }
      collect(region.inside(), region instanceof Region.Loop loop ? inside(loops, loop) : loops);
    }
  }

  private static List<String> inside(List<String> loops, Region.Loop loop) {
    return Stream.concat(loops.stream(), Stream.of(loop.counter())).toList();
  }

  /** Returns the steps of a program. */
  ArrayNode steps(List<Region> regions) {
    ArrayNode steps = JSON.arrayNode();
    if (pipeline != null) {
      steps.add(pipelineWriter.init());
    }
    write(regions, List.of(), steps, true);
    return steps;
  }

  private ArrayNode texts(List<SassLine> lines) {
    ArrayNode steps = JSON.arrayNode();
    straight(lines, List.of(), steps, true, false);
    return steps;
  }

  private void write(List<Region> regions, List<String> loops, ArrayNode to, boolean isEnd) {
    for (int i = 0; i < regions.size(); i++) {
      Region region = regions.get(i);
      boolean isLast = i == regions.size() - 1;
      if (region instanceof Region.Straight straight) {
        boolean forks =
            !isLast && regions.get(i + 1) instanceof Region.Part p && p.branch() != null;
        straight(straight.lines(), loops, to, forks || (isLast && !isEnd), isLast && isEnd);
      } else if (region instanceof Region.Loop loop
          && pipeline != null
          && PipelineSearch.isRole(loop)) {
        to.add(pipelineWriter.role(loop, this::texts));
      } else if (region instanceof Region.Loop loop) {
        ObjectNode node = to.addObject();
        node.put("loop", loop.counter()).put("trips", trips(loop.trips()));
        write(loop.body(), inside(loops, loop), node.putArray("body"), false);
      } else if (region instanceof Region.Part part) {
        part(part, loops, to);
      }
    }
  }

  /** A fraction of a trip is one more trip in some blocks. */
  private String trips(double trips) {
    long whole = (long) Math.floor(trips + 1e-3);
    double rest = trips - whole;
    long units = Math.round(rest * UNITS);
    return units <= 5 ? Long.toString(Math.max(1, whole)) : whole + " + (" + drawn("", units) + ")";
  }

  private void part(Region.Part part, List<String> loops, ArrayNode to) {
    ObjectNode node = JSON.objectNode();
    boolean[] before = reaching;
    Side side = side(part, loops);
    node.put("if", side.condition);
    reaching = side.of(before, true);
    write(part.body(), loops, node.putArray("then"), false);
    if (!part.otherwise().isEmpty()) {
      reaching = side.of(before, false);
      write(part.otherwise(), loops, node.putArray("else"), false);
    }
    reaching = before;
    if (!node.get("then").isEmpty() || node.has("else")) {
      to.add(node);
    }
  }

  /**
   * Which executions reach a part.
   *
   * @param threads those that do; null if the thread does not decide
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Side(String condition, boolean[] threads) {
    /** Returns which of some threads reach a side of the part. */
    boolean[] of(boolean[] some, boolean holds) {
      if (threads == null) {
        return some;
      }
      boolean[] found = some.clone();
      for (int t = 0; t < found.length; t++) {
        found[t] &= threads[t] == holds;
      }
      return found;
    }
  }

  /** By the thread if the code says so, else by the number of executions. */
  private Side side(Region.Part part, List<String> loops) {
    boolean[] holds = part.branch() == null ? null : values.condition(part.branch());
    boolean isWhole = hasBarrier(part);
    if (holds != null && !isWhole) {
      boolean[] reached = holds.clone();
      for (int t = 0; !part.isTaken() && t < reached.length; t++) {
        reached[t] = !reached[t];
      }
      String known = ThreadFunction.condition(reached);
      if (known != null && isAsCounted(part, reached)) {
        return new Side(known, reached);
      }
    }
    if (part.lanes() < 0.97 && !isWhole) {
      long lanes = Math.max(1, Math.round(32 * part.lanes()));
      String some = part.isTaken() ? "lane < " + lanes : "lane >= " + (32 - lanes);
      String all = part.share() < 0.9995 ? some + " && " + share(part, loops).condition : some;
      return new Side(all, null);
    }
    return share(part, loops);
  }

  /** A condition that combines several, or is computed anew in a loop, may not be what it seems. */
  private boolean isAsCounted(Region.Part part, boolean[] reached) {
    int before = 0;
    int after = 0;
    int warpsBefore = 0;
    int warpsAfter = 0;
    int ofWarps = 0; // threads before it of warps that reach it
    for (int from = 0; from < reached.length; from += LANES) {
      int some = 0;
      int rest = 0;
      for (int t = from; t < Math.min(reached.length, from + LANES); t++) {
        some += reaching[t] ? 1 : 0;
        rest += reaching[t] && reached[t] ? 1 : 0;
      }
      before += some;
      after += rest;
      warpsBefore += some > 0 ? 1 : 0;
      warpsAfter += rest > 0 ? 1 : 0;
      ofWarps += rest > 0 ? some : 0;
    }
    double share = (double) warpsAfter / Math.max(1, warpsBefore);
    double lanes = (double) after / Math.max(1, ofWarps);
    return before > 0
        && Math.abs(share - part.share()) < 0.05
        && Math.abs(lanes - part.lanes()) < 0.05;
  }

  private Side share(Region.Part part, List<String> loops) {
    long units = Math.round(part.share() * UNITS);
    if (!loops.isEmpty()) {
      String k = loops.get(loops.size() - 1);
      double count = trips.get(k);
      boolean allButOne = Math.abs((1 - part.share()) * count - 1) < 0.1;
      if (allButOne && count > 1.5) {
        return new Side(k + " < " + Math.round(count - 1), null);
      }
      String each = " * " + units + " / " + UNITS;
      return new Side("(" + k + " + 1)" + each + " > " + k + each, null);
    }
    if (hasBarrier(part)) {
      return new Side(drawn("", units), null);
    }
    int[] warps = reachingWarps();
    double some = part.share() * warps.length;
    if (Math.abs(some - Math.rint(some)) < 0.01 && some > 0.5) {
      return someWarps(warps, (int) Math.round(some), part.isTaken() && part.branch() != null);
    }
    return pipeline != null && holdsRole(part.body())
        ? new Side("1", null) // a block without a tile makes no trips
        : new Side(drawn(", warp", units), null);
  }

  /** A condition that holds in a random share of the blocks, or of their warps and trips. */
  private String drawn(String within, long units) {
    return "hash(" + conditions++ + ", bx, by, bz" + within + ") % " + UNITS + " < " + units;
  }

  /** The first or the last ones of some warps. */
  private Side someWarps(int[] warps, int count, boolean areLast) {
    int bound =
        areLast
            ? warps[warps.length - count]
            : count < warps.length ? warps[count] : profile.warpsPerBlock();
    boolean[] threads = new boolean[profile.threads()];
    for (int t = 0; t < threads.length; t++) {
      threads[t] = t / LANES >= bound == areLast;
    }
    return new Side((areLast ? "warp >= " : "warp < ") + bound, threads);
  }

  /** Returns the warps of which threads reach what is written. */
  private int[] reachingWarps() {
    return IntStream.range(0, profile.warpsPerBlock())
        .filter(
            warp ->
                IntStream.range(warp * LANES, Math.min(profile.threads(), (warp + 1) * LANES))
                    .anyMatch(t -> reaching[t]))
        .toArray();
  }

  private static boolean holdsRole(List<Region> regions) {
    return regions.stream()
        .anyMatch(
            region ->
                (region instanceof Region.Loop loop && PipelineSearch.isRole(loop))
                    || holdsRole(region.inside()));
  }

  /** Returns whether all warps of a block have to be there. */
  private static boolean hasBarrier(Region.Part part) {
    return Region.segments(part.inside()).stream()
        .flatMap(List::stream)
        .anyMatch(SassLine::isBlockBarrier);
  }

  /**
   * Writes instructions in a row.
   *
   * @param dropsBranch whether the last one is a branch that the language implies
   * @param dropsExit whether the last one is the exit that ends the program
   */
  private void straight(
      List<SassLine> lines,
      List<String> loops,
      ArrayNode to,
      boolean dropsBranch,
      boolean dropsExit) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      SassLine line = lines.get(i);
      boolean isLast = i == lines.size() - 1;
      boolean implied =
          isLast && ((dropsBranch && line.isBranch()) || (dropsExit && line.isExit()));
      if (implied) {
        continue;
      }
      if (line.isExit()) {
        flush(texts, to);
        to.addObject().put("exit", line.isConditional() ? guard(line, loops) : "1");
        continue;
      }
      boolean isFree = pipeline != null && isBetweenRoles(line);
      String text = isFree ? "NOP" : SassText.of(line, layout::address, ModelWriter::passes);
      if (hasEffect(line) && !line.guard().isEmpty() && isPartial(line)) {
        flush(texts, to);
        ObjectNode node = to.addObject();
        node.put("predicate", guard(line, loops));
        node.putArray("body").add(text);
        continue;
      }
      texts.add(text);
      if (texts.size() == PER_TEXT) {
        flush(texts, to);
      }
    }
    flush(texts, to);
  }

  /**
   * Named barriers by which the roles of a pipeline take turns, and which some warps pass: the
   * mbarriers keep the roles in step.
   */
  private boolean isBetweenRoles(SassLine line) {
    boolean isNamed = line.name().equals("BAR") && !line.isBlockBarrier();
    return isNamed && (!pipeline.waits() || isShared(line));
  }

  private boolean isShared(SassLine line) {
    return profile.code().stream()
        .filter(other -> other.name().equals("BAR") && other.isExecuted())
        .filter(other -> other.operands().get(0).equals(line.operand(0)))
        .anyMatch(other -> other.has("ARV") || isPartial(other));
  }

  /** Returns what was chosen, one sentence each. */
  List<String> notes() {
    List<String> notes = new ArrayList<>(layout.notes());
    if (pipeline != null) {
      notes.addAll(pipeline.notes());
    }
    return notes;
  }

  private static void flush(List<String> texts, ArrayNode to) {
    if (!texts.isEmpty()) {
      to.add(String.join("; ", texts));
      texts.clear();
    }
  }

  /** Returns whether lanes matter to the device: an instruction that accesses memory. */
  private static boolean hasEffect(SassLine line) {
    return line.isGlobalAccess()
        || List.of("LDS", "STS", "LDL", "STL", "ATOMS").contains(line.name());
  }

  private static boolean isPartial(SassLine line) {
    return line.counts().active() < line.counts().threads() * 0.999;
  }

  /**
   * The lanes of a guarded instruction: those of its predicate if known, else as many as counted.
   */
  private String guard(SassLine line, List<String> loops) {
    boolean[] holds = values.condition(line);
    String known = holds == null ? null : ThreadFunction.condition(holds);
    if (known != null) {
      return known;
    }
    double lanes = line.counts().lanes();
    if (lanes >= 31.9) {
      return "1";
    }
    if (lanes <= 0) {
      return "0";
    }
    double share = lanes / 32;
    int[] warps = reachingWarps();
    double whole = share * warps.length;
    if (Math.abs(whole - Math.rint(whole)) < 1e-3 && whole > 0.5 && loops.isEmpty()) {
      return someWarps(warps, (int) Math.round(whole), false).condition;
    }
    long active = Math.max(1, Math.round(Math.ceil(lanes)));
    long units = Math.round(lanes / active * UNITS);
    String some = "lane < " + active;
    String k = loops.isEmpty() ? "" : ", " + String.join(", ", loops);
    return units >= UNITS - 5 ? some : some + " && " + drawn(", warp" + k, units);
  }

  /** Passes over the banks of shared memory; a fraction is one more pass in some executions. */
  private static String passes(SassLine line) {
    double passes = (double) line.counts().wavefronts() / Math.max(1, line.counts().warps());
    double active = Math.max(1.0 / 64, passes);
    long whole = (long) Math.floor(active + 0.02);
    return Long.toString(Math.max(1, active - whole > 0.5 ? whole + 1 : whole));
  }
}
