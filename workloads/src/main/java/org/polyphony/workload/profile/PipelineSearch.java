package org.polyphony.workload.profile;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.polyphony.input.InvalidInputException;
import org.polyphony.workload.profile.Pipeline.BulkLoad;
import org.polyphony.workload.profile.Pipeline.Operand;
import org.polyphony.workload.profile.Pipeline.Panels;
import org.polyphony.workload.profile.Pipeline.Store;

/**
 * Finds the pipeline of a kernel in its program and counters.
 *
 * <p>A compiler unrolls and merges the loops over tiles and over steps of a tile, so that the code
 * shows one loop with rare parts: what is executed once per tile stores, what is executed once per
 * step multiplies.
 */
final class PipelineSearch {
  static final String LOAD = "UTMALDG";
  private static final String MULTIPLY = "GMMA"; // HGMMA, QGMMA, IGMMA, BGMMA
  private static final int WARPGROUP = 4; // warps
  private static final int DEPTH_BYTES = 32; // of a row of a box, in one WGMMA of any type
  private static final Pattern SHAPE = Pattern.compile("\\.(\\d+)x(\\d+)x");
  private static final long MOST_TILES = 1 << 20; // 128 x 128 of a product of 128 Ki x 128 Ki

  private final KernelProfile profile;
  private final Values values;
  private final List<Region> program;
  private final boolean waits;

  private PipelineSearch(
      KernelProfile profile, Values values, List<Region> program, boolean waits) {
    this.profile = profile;
    this.values = values;
    this.program = program;
    this.waits = waits;
  }

  /**
   * Finds the pipeline of a kernel; returns null if it has none.
   *
   * @param waits whether its roles wait for each other, or are as fast as their resources allow
   */
  static Pipeline find(KernelProfile profile, Values values, List<Region> program, boolean waits) {
    return new PipelineSearch(profile, values, program, waits).find();
  }

  private Pipeline find() {
    List<SassLine> lines = Region.segments(program).stream().flatMap(List::stream).toList();
    List<SassLine> loads = lines.stream().filter(line -> line.name().equals(LOAD)).toList();
    Region.Loop loop = loads.isEmpty() ? null : loopOf(program);
    if (loop == null) {
      return null;
    }
    List<List<SassLine>> segments = Region.segments(loop.body());
    double stepCount = 0;
    double tileCount = 0;
    for (List<SassLine> segment : segments) {
      double count = segment.get(0).counts().warps();
      if (multiplies(segment)) {
        stepCount += count;
      } else if (segment.stream().anyMatch(PipelineSearch::isStore)) {
        tileCount = Math.max(tileCount, count);
      }
    }
    double entries = segments.get(0).get(0).counts().warps() / loop.trips();
    tileCount = tileCount == 0 ? entries : tileCount;
    int warps = (int) Math.max(1, Math.round(entries / profile.blocks()));
    long tiles = Math.max(1, Math.round(tileCount / warps));
    if (warps > profile.warpsPerBlock()) {
      String allowed = "at most " + profile.warpsPerBlock() + ", those of a thread block";
      throw new InvalidInputException(
          "its pipeline: found " + warps + " consumer warps, allowed: " + allowed);
    }
    if (tiles > MOST_TILES) {
      throw new InvalidInputException(
          "its pipeline: found " + tiles + " tiles, allowed: at most " + MOST_TILES);
    }
    int groups = groups(loads, stepCount / warps, warps);
    long steps = Math.max(1, Math.round(stepCount / tileCount));
    return pipeline(loads, steps, tiles * groups, warps, groups);
  }

  /**
   * Returns how many groups of consumer warps take turns: so many stages are filled while each warp
   * multiplies one.
   */
  private int groups(List<SassLine> loads, double stepsOfWarp, int warps) {
    long descriptors = loads.stream().mapToLong(this::descriptor).distinct().count();
    double filled = 0;
    for (List<SassLine> segment : Region.segments(program)) {
      List<SassLine> ofStage = segment.stream().filter(l -> l.name().equals(LOAD)).toList();
      if (ofStage.isEmpty()) {
        continue;
      }
      if (ofStage.stream().mapToLong(this::descriptor).distinct().count() < descriptors) {
        return 1; // operands have stages of their own
      }
      filled += ofStage.get(0).counts().warps();
    }
    int groups = (int) Math.max(1, Math.round(filled / stepsOfWarp));
    return warps % (WARPGROUP * groups) == 0 ? groups : 1;
  }

  private Pipeline pipeline(List<SassLine> lines, long steps, long tiles, int warps, int groups) {
    double allSteps = (double) tiles * steps;
    BoxBytes boxes = BoxBytes.of(profile, lines, allSteps, multiplied() / allSteps);
    long stageBytes = Math.round(boxes.received() / allSteps);
    Map<Long, Operand> operands = operands(lines, boxes, allSteps);
    List<BulkLoad> loads =
        lines.stream()
            .map(
                l -> new BulkLoad(l, operands.get(descriptor(l)), boxes.of(l) / Pipeline.ROW_BYTES))
            .toList();
    List<Long> panelBytes = operands.values().stream().map(o -> o.panelBytes(steps)).toList();
    return new Pipeline(
        steps,
        tiles,
        (int) Math.max(1, Math.min(16, profile.sharedBytes() / Math.max(1, stageBytes))),
        stageBytes,
        warps,
        groups,
        profile.cluster(),
        drawOf(program),
        loads,
        List.copyOf(operands.values()),
        panels(Math.max(1, tiles / profile.cluster()), panelBytes),
        store(tiles),
        waits);
  }

  /** Returns rows times columns that were multiplied, for each stage. */
  private double multiplied() {
    double sum = 0;
    for (List<SassLine> segment : Region.segments(program)) {
      for (SassLine line : segment) {
        Matcher shape = SHAPE.matcher(line.opcode());
        if (line.name().endsWith(MULTIPLY) && shape.find()) {
          long area = Long.parseLong(shape.group(1)) * Long.parseLong(shape.group(2));
          double multiplies = (double) line.counts().warps() / WARPGROUP;
          sum += area * multiplies * DEPTH_BYTES / Pipeline.ROW_BYTES;
        }
      }
    }
    return sum;
  }

  private static boolean isStore(SassLine line) {
    return line.name().equals("UTMASTG") || line.name().equals("STG");
  }

  /** Returns whether a straight piece loads boxes. */
  static boolean loads(List<SassLine> segment) {
    return segment.stream().anyMatch(l -> l.name().endsWith(LOAD));
  }

  /** Returns whether a straight piece multiplies what is in shared memory. */
  static boolean multiplies(List<SassLine> segment) {
    return segment.stream().anyMatch(l -> l.name().endsWith(MULTIPLY));
  }

  /** Returns whether a loop is the loop of a role. */
  static boolean isRole(Region.Loop loop) {
    return Region.segments(loop.body()).stream().anyMatch(s -> multiplies(s) || loads(s));
  }

  /** Returns the first loop that multiplies; null if there is none. */
  private static Region.Loop loopOf(List<Region> regions) {
    for (Region region : regions) {
      Region.Loop found = null;
      if (region instanceof Region.Loop loop) {
        boolean works = Region.segments(loop.body()).stream().anyMatch(PipelineSearch::multiplies);
        found = works ? loop : null;
      } else {
        found = loopOf(region.inside());
      }
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /** Finds the atomic of one lane, in a loop of its own, whose result is the next tile. */
  private static SassLine drawOf(List<Region> regions) {
    SassLine found = null;
    for (Region region : regions) {
      if (region instanceof Region.Loop loop && !isRole(loop)) {
        found =
            Region.segments(loop.body()).stream()
                .flatMap(List::stream)
                .filter(PipelineSearch::isDraw)
                .findFirst()
                .orElse(found);
      } else if (region instanceof Region.Part part) {
        SassLine inPart = drawOf(part.body());
        inPart = inPart == null ? drawOf(part.otherwise()) : inPart;
        found = inPart == null ? found : inPart;
      }
    }
    return found;
  }

  private static boolean isDraw(SassLine line) {
    return line.name().startsWith("ATOM")
        && !line.name().equals("ATOMS")
        && line.has("ADD")
        && line.isExecuted()
        && line.counts().active() == line.counts().warps();
  }

  /** One descriptor is one matrix. */
  private Map<Long, Operand> operands(List<SassLine> loads, BoxBytes boxes, double allSteps) {
    Map<Long, Double> rows = new LinkedHashMap<>();
    Map<Long, Boolean> multicast = new LinkedHashMap<>();
    for (SassLine line : loads) {
      double executed = line.counts().warps() / allSteps;
      double ofTile =
          executed
              * boxes.of(line)
              / Pipeline.ROW_BYTES
              * (line.has(BoxBytes.MULTICAST) ? profile.cluster() : 1);
      rows.merge(descriptor(line), ofTile, Double::sum);
      multicast.put(descriptor(line), line.has(BoxBytes.MULTICAST));
    }
    Map<Long, Operand> found = new LinkedHashMap<>();
    rows.forEach(
        (descriptor, count) -> {
          boolean isMulticast = multicast.get(descriptor);
          long rowsPerTile = Math.round(count);
          found.put(
              descriptor,
              new Operand(
                  "operand" + (char) ('A' + found.size()),
                  isMulticast ? rowsPerTile : rowsPerTile * profile.cluster(),
                  isMulticast));
        });
    return found;
  }

  private long descriptor(SassLine line) {
    String last = line.operand(1);
    Value value = values.addressOf(line, last);
    return value == null ? last.hashCode() : value.at(0);
  }

  private Store store(long tiles) {
    double written = profile.counter(Counter.BULK_STORED);
    double executed = profile.counter(Counter.BULK_STORES);
    long rows = Math.round(written / Math.max(1, executed) / Pipeline.ROW_BYTES);
    long box = Math.max(Pipeline.ROW_BYTES, rows * Pipeline.ROW_BYTES);
    return new Store(box, Math.max(box, Math.round(written / tiles / box) * box));
  }

  /** Returns the panels of the tiles of all clusters whose traffic is nearest to the report's. */
  private Panels panels(long all, List<Long> panelBytes) {
    double measured = Math.max(1, profile.counter(Counter.DRAM_READ));
    long best = all;
    double least = Double.MAX_VALUE;
    for (long a = 1; a <= all; a++) {
      if (all % a == 0) {
        double distance = Math.abs(Math.log(traffic(a, all / a, panelBytes) / measured));
        if (distance < least - 1e-9) {
          least = distance;
          best = a;
        }
      }
    }
    return new Panels(best, all / best);
  }

  /**
   * Estimates the bytes from DRAM: the clusters work on so many tiles at a time, those of the first
   * operand in turn; a half of L2 keeps what was read last.
   */
  private double traffic(long first, long second, List<Long> panelBytes) {
    double capacity = Math.max(1, profile.counter(Counter.L2_BYTES) / 2);
    LinkedHashMap<Long, Long> kept = new LinkedHashMap<>(16, 0.75f, true); // least recent first
    double held = 0;
    double read = 0;
    for (long tile = 0; tile < first * second; tile++) {
      long[] panel = {tile % first, -1 - tile / first};
      for (int i = 0; i < 2; i++) {
        long bytes = i < panelBytes.size() ? panelBytes.get(i) : 0;
        if (kept.get(panel[i]) == null) {
          kept.put(panel[i], bytes);
          held += bytes;
          read += bytes;
        }
      }
      while (held > capacity && kept.size() > 2) {
        Map.Entry<Long, Long> oldest = kept.entrySet().iterator().next();
        kept.remove(oldest.getKey());
        held -= oldest.getValue();
      }
    }
    return read;
  }
}
