package org.polyphony.workload.profile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.polyphony.gpu.kernel.Fidelity;
import org.polyphony.input.InvalidInputException;
import org.polyphony.workload.fidelity.SassFidelity;
import org.polyphony.workload.kernel.ModelOptions;
import org.polyphony.workload.kernel.ModelWorkload;
import org.polyphony.workload.sass.SassMnemonic;

/** Turns an Nsight Compute report into kernel models, one for each launch. */
public final class ModelImport {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** What the {@code source} of an imported model says. */
  public static final String SOURCE = "imported from an Nsight Compute report";

  /** Parameter of a model whose clusters draw tiles: the longest side of its grid. */
  private static final String SIDE = "side";

  /** At which a model must be valid: a shorter grid has smaller arrays. */
  private static final double[] SCALES = {1, 0.02};

  /** Nothing but a reader of the model needs the measured time. */
  private static final String UNTIMED =
      "The measured time is unknown: the report has no %s or no %s"
          .formatted(Counter.CYCLES.column(), Counter.CLOCK.column());

  private ModelImport() {}

  /**
   * A model and what was inferred for it.
   *
   * @param name of the kernel
   * @param json the model
   * @param instructions static instructions that the launch executed
   * @param notes what was chosen where the report leaves it open, one sentence each
   * @param inexact what the device does not execute as the hardware does, one phrase each
   * @param counts what the profiler counted, to compare a run of the model with
   * @param withoutWaits the same launch with a pipeline whose roles do not wait for each other, in
   *     case they wait for ever
   */
  public record Imported(
      String name,
      ObjectNode json,
      long instructions,
      List<String> notes,
      List<String> inexact,
      LaunchCounts counts,
      Optional<Imported> withoutWaits) {}

  /**
   * Reads a report launch by launch.
   *
   * @param found hears of each model, in the order of the launches
   * @param refused hears of each launch that cannot be modeled, why
   * @throws InvalidInputException if a file is no such page, if the two differ in their launches,
   *     or if no launch can be modeled
   */
  public static void read(
      Path source, Path raw, Consumer<Imported> found, Consumer<String> refused) {
    ProfileReport report = new ProfileReport(source, raw);
    List<String> names = names(report.launches());
    List<InvalidInputException> failures = new ArrayList<>();
    report.forEach(
        (launch, profile) -> {
          try {
            found.accept(modelOf(source, names.get(launch), profile));
          } catch (InvalidInputException e) {
            failures.add(e);
          }
        });
    if (!failures.isEmpty() && failures.size() == names.size()) {
      throw failures.get(0);
    }
    failures.forEach(failure -> refused.accept(failure.getMessage()));
  }

  /** One launch with an opcode of a later device does not keep the others from being imported. */
  private static void requireKnown(SassLine line) {
    if (line.isExecuted() && SassMnemonic.ofModel(line.name()).isUnknown()) {
      String at = "\" at 0x" + Long.toHexString(line.address());
      throw new InvalidInputException(
          "found instruction \"" + line.name() + at + ", allowed: opcodes of SASS up to sm_90");
    }
  }

  /** A listing that no compiler writes, such as a load without operands, is invalid input. */
  private static Imported modelOf(Path source, String name, KernelProfile profile) {
    String kernel = source + ": kernel " + profile.function() + ": ";
    try {
      profile.code().forEach(ModelImport::requireKnown);
      Imported found = model(name, profile, true);
      String text = found.json().toString();
      for (double scale : SCALES) {
        ModelOptions options = ModelOptions.of(scale, 1).approximating(true);
        ModelWorkload.parse(text, "its model", options);
      }
      return found;
    } catch (InvalidInputException e) {
      throw new InvalidInputException(kernel + e.getMessage(), e);
    } catch (StackOverflowError e) {
      throw new InvalidInputException(
          kernel + "found control flow nested too deep, allowed: some thousand basic blocks", e);
    } catch (IndexOutOfBoundsException | NumberFormatException | ArithmeticException e) {
      throw new InvalidInputException(
          kernel + "found instructions that no compiler writes, allowed: SASS of a finished launch",
          e);
    }
  }

  /**
   * A launch alone in its NVTX range has the name of the range, others that of the function. Names
   * are files, in whose names some systems ignore case.
   */
  private static List<String> names(List<KernelProfile> launches) {
    Map<String, Integer> used = new HashMap<>();
    launches.forEach(launch -> used.merge(launch.range(), 1, Integer::sum));
    Map<String, Integer> repeats = new HashMap<>();
    Set<String> taken = new HashSet<>();
    List<String> names = new ArrayList<>();
    for (KernelProfile launch : launches) {
      boolean isAlone = !launch.range().isEmpty() && used.get(launch.range()) == 1;
      String first = isAlone ? launch.range() : shortName(launch.function());
      String name = first;
      while (!taken.add(name.toLowerCase(Locale.ROOT))) {
        name = first + "-" + repeats.merge(first, 2, (last, two) -> last + 1);
      }
      names.add(name);
    }
    return names;
  }

  static Imported model(String name, KernelProfile profile, boolean waits) {
    List<Region> program = Regions.of(new FlowGraph(profile.code()));
    ModelWriter writer = new ModelWriter(profile, program, waits);
    ArrayNode steps = writer.steps(program);
    ObjectNode kernel = JSON.objectNode();
    kernel.put("registers", profile.registers());
    kernel.put("sharedMemory", profile.sharedBytes());
    kernel.set("block", sides(profile.block()));
    boolean drawsTiles = writer.pipeline() != null && writer.pipeline().drawsTiles();
    kernel.set("grid", grid(profile, drawsTiles));
    long frame = frameBytes(profile);
    if (frame > 0) {
      kernel.putObject("local").putObject("frame").put("element", 1).put("count", frame);
    }
    kernel.set("program", steps);
    ObjectNode model = JSON.objectNode();
    model.put("schemaVersion", 1);
    model.put("name", name);
    model.put("about", about(profile));
    model.put("source", SOURCE);
    if (drawsTiles) {
      putTiles(profile, writer.pipeline(), model);
    }
    ObjectNode arrays = model.putObject("arrays");
    writer
        .arrays()
        .forEach((array, bytes) -> arrays.putObject(array).put("element", 1).set("count", bytes));
    if (writer.pipeline() != null) {
      ObjectNode shared = kernel.putObject("shared");
      shared.putObject("full").put("element", 8).put("count", writer.pipeline().stages());
      shared.putObject("empty").put("element", 8).put("count", writer.pipeline().stages());
      if (profile.cluster() > 1) {
        kernel.set("cluster", sides(profile.clusterSides()));
      }
    }
    model.putObject("kernels").set(name, kernel);
    model.putArray("launches").addObject().put("launch", name);
    List<String> notes = writer.notes();
    if (profile.waves() <= 1 && profile.cluster() > 1) {
      notes.add("one wave of thread blocks: scaled, it is rounded down to whole clusters");
    }
    if (!isTimed(profile)) {
      notes.add(UNTIMED);
    }
    return new Imported(
        name,
        model,
        profile.code().stream().filter(SassLine::isExecuted).count(),
        notes,
        inexact(profile, steps),
        LaunchCounts.of(profile),
        writer.pipeline() == null || !waits
            ? Optional.empty()
            : Optional.of(model(name, profile, false)));
  }

  /** The number of tiles follows the grid. */
  private static void putTiles(KernelProfile profile, Pipeline pipeline, ObjectNode to) {
    int side = profile.grid()[longest(profile)];
    to.putObject("parameters")
        .put(SIDE, scaledSide(profile, longest(profile)))
        .put("tiles", "max(1, " + SIDE + " * " + pipeline.clusterTiles() + " / " + side + ")");
  }

  /** The longest side of the grid follows the scale of the model, as do tiles that are drawn. */
  private static ArrayNode grid(KernelProfile profile, boolean drawsTiles) {
    ArrayNode node = sides(profile.grid());
    int longest = longest(profile);
    node.set(longest, JSON.textNode(drawsTiles ? SIDE : scaledSide(profile, longest)));
    return node;
  }

  /**
   * A side has whole clusters. A grid that fills the device at once is rounded down, for a cluster
   * more would run alone at the end: 132 thread blocks in clusters of 2 leave 32 of 33 SMs.
   */
  private static String scaledSide(KernelProfile profile, int dimension) {
    int side = profile.grid()[dimension];
    int cluster = profile.clusterSides()[dimension];
    long others = profile.blocks() / side;
    if (profile.waves() > 1 || others * cluster == 1) {
      return "scaled(" + side + ", " + cluster + ")";
    }
    String whole = "scaled(" + profile.blocks() + ", 1) / " + others * cluster;
    return "max(1, " + whole + ")" + (cluster == 1 ? "" : " * " + cluster);
  }

  private static int longest(KernelProfile profile) {
    int longest = 0;
    for (int i = 1; i < profile.grid().length; i++) {
      longest = profile.grid()[i] > profile.grid()[longest] ? i : longest;
    }
    return longest;
  }

  private static String about(KernelProfile profile) {
    String measured =
        isTimed(profile)
            ? String.format(
                Locale.ROOT,
                " Measured: %.0f cycles at %.0f MHz.",
                profile.counter(Counter.CYCLES),
                profile.counter(Counter.CLOCK) / 1e6)
            : " " + UNTIMED + ".";
    return profile.name() + "." + measured;
  }

  private static boolean isTimed(KernelProfile profile) {
    return profile.find(Counter.CYCLES).isPresent() && profile.find(Counter.CLOCK).isPresent();
  }

  private static ArrayNode sides(int[] sides) {
    ArrayNode node = JSON.arrayNode();
    int last = sides[2] > 1 ? 3 : sides[1] > 1 ? 2 : 1;
    for (int i = 0; i < last; i++) {
      node.add(sides[i]);
    }
    return node;
  }

  /**
   * Returns the instructions of a model that the device does not execute exactly.
   *
   * @param steps its program, whose texts are instructions with their operands
   */
  private static List<String> inexact(KernelProfile profile, ArrayNode steps) {
    Map<String, String> how = new HashMap<>(); // by opcode
    noteInexact(steps, how);
    Map<String, Long> executed = new TreeMap<>();
    for (SassLine line : profile.code()) {
      if (line.isExecuted() && how.containsKey(line.name())) {
        executed.merge(line.name() + ": " + how.get(line.name()), line.counts().warps(), Long::sum);
      }
    }
    List<String> found = new ArrayList<>();
    executed.forEach((what, count) -> found.add(what + " (" + count + " warp instructions)"));
    return found;
  }

  private static void noteInexact(JsonNode steps, Map<String, String> how) {
    for (JsonNode step : steps) {
      if (step.isTextual()) {
        for (String instruction : step.textValue().split(";", -1)) {
          noteInexact(instruction.strip(), how);
        }
      } else {
        step.forEach(part -> noteInexact(part, how));
      }
    }
  }

  private static void noteInexact(String instruction, Map<String, String> how) {
    String mnemonic = instruction.split("[ (]", 2)[0];
    boolean hasSpace = instruction.contains("@") || instruction.startsWith(mnemonic + "(");
    Fidelity fidelity =
        SassFidelity.ofModel(mnemonic, hasSpace, instruction.startsWith(mnemonic + "("));
    if (!fidelity.isExact() && !instruction.isEmpty()) {
      how.put(mnemonic.split("\\.", 2)[0], fidelity.how());
    }
  }

  private static long frameBytes(KernelProfile profile) {
    return profile.code().stream()
        .filter(line -> line.isExecuted() && List.of("LDL", "STL").contains(line.name()))
        .mapToLong(line -> SassText.frame(line) + 16)
        .max()
        .orElse(0);
  }

  /** The function's name, short enough for a file. */
  private static String shortName(String function) {
    String name = function.replaceAll("[^A-Za-z0-9_]", "_");
    return name.substring(0, Math.min(name.length(), 60));
  }
}
