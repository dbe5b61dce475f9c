package org.polyphony.study.probe;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.polyphony.config.GpuConfigs;
import org.polyphony.gpu.alloc.OneWay;
import org.polyphony.gpu.alloc.RangeAllocator;
import org.polyphony.gpu.alloc.RangeAllocators;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.input.Key;
import org.polyphony.results.table.Columns;
import org.polyphony.results.table.Formats;
import org.polyphony.results.table.LongTable;
import org.polyphony.results.table.Row;
import org.polyphony.study.Probe;
import org.polyphony.study.StudyContext;

/**
 * Two kernels share an SM evenly, A placed first. Thread blocks of A are preempted to make room for
 * one more of B. Computes the registers that B cannot use because they are not contiguous. Source:
 * GPU Maestro section 3.3.1, Figure 6.
 */
record RegisterFragmentation(
    RangeAllocator.Factory allocation, int registers, int slots, Choice choice, int draws) {
  static final Probe<Parameters> PROBE =
      new Probe<>(
          "register-fragmentation",
          "registers that are free but not contiguous, by the registers of two kernels' blocks",
          Parameters.class,
          (folder, parameters) -> planned(),
          RegisterFragmentation::plane);

  private static LongTable planned() {
    List<String> sizes = List.of("registersA", "registersB");
    return LongTable.planned(
        sizes,
        List.of(),
        Columns.of(List.of(), List.of("registersA", "registersB", "oneWay", "twoWay")),
        Map.of("registers", "", "threadBlocks", "", "largest", ""));
  }

  /** What the plane of sizes is made of. */
  public record Parameters(
      @Key(value = "distance of sizes", unit = "registers", min = 1) int step,
      @Key(value = "random choices of blocks that leave", min = 1) int draws,
      @Key("seed of the choices") long seed) {}

  private static final int SIDE_A = 0;
  private static final int SIDE_B = 1;

  /** Which thread blocks are preempted. */
  enum Choice {
    /** Random ones. */
    RANDOM,
    /** Those at the boundary first. Source: GPU Maestro Figure 10 (b). */
    BOUNDARY
  }

  /**
   * Returns the mean share of registers that suffice for B but are not contiguous, 0 to 1.
   *
   * @param ofA registers per thread block of A, at most half of the SM's
   */
  double mean(int ofA, int ofB, Random random) {
    double sum = 0;
    for (int draw = 0; draw < draws; draw++) {
      sum += once(ofA, ofB, random);
    }
    return sum / draws;
  }

  private double once(int ofA, int ofB, Random random) {
    RangeAllocator space = allocation.create(registers);
    List<Integer> placesOfA = fill(space, SIDE_A, ofA);
    int countOfB = fill(space, SIDE_B, ofB).size();
    order(placesOfA, space, random);
    int slotsFree = slots - placesOfA.size() - countOfB;
    for (int start : placesOfA) {
      if (space.free() >= ofB && slotsFree > 0) {
        break;
      }
      space.release(start, ofA);
      slotsFree++;
    }
    boolean hasPlace = space.find(SIDE_B, ofB) != RangeAllocator.NONE;
    return hasPlace ? 0 : (double) space.fragmented(ofB) / registers;
  }

  /** Fills a kernel's half of the SM; returns the starts of its thread blocks, in order. */
  private List<Integer> fill(RangeAllocator space, int side, int each) {
    List<Integer> places = new ArrayList<>();
    int count = Math.min(slots / 2, registers / 2 / each);
    for (int i = 0; i < count; i++) {
      places.add(space.take(side, each));
    }
    return places;
  }

  private void order(List<Integer> places, RangeAllocator space, Random random) {
    if (choice == Choice.RANDOM) {
      Collections.shuffle(places, random);
    } else if (space.boundary(SIDE_A) > 0) {
      Collections.reverse(places);
    }
  }

  /**
   * Returns a row for each two sizes. With one-way allocation random thread blocks leave, with
   * two-way allocation those at the boundary.
   */
  private static Optional<LongTable> plane(
      StudyContext context, String gpu, Path folder, Parameters of) {
    SmConfig sm = GpuConfigs.load(gpu).sm();
    int registers = sm.registers();
    RegisterFragmentation baseline =
        new RegisterFragmentation(
            OneWay::new, registers, sm.threadBlocks(), Choice.RANDOM, of.draws);
    RegisterFragmentation proposed = // deterministic
        new RegisterFragmentation(
            RangeAllocators.of(RangeAllocators.TWO_WAY, 2),
            registers,
            sm.threadBlocks(),
            Choice.BOUNDARY,
            1);
    Random random = new Random(of.seed);
    List<Row> rows = new ArrayList<>();
    int half = registers / 2;
    for (int ofA = of.step; ofA <= half; ofA += of.step) {
      for (int ofB = of.step; ofB <= half; ofB += of.step) {
        double oneWay = baseline.mean(ofA, ofB, random);
        double twoWay = proposed.mean(ofA, ofB, random);
        rows.add(
            new Row(
                Map.of("registersA", ofA, "registersB", ofB, "oneWay", oneWay, "twoWay", twoWay)));
      }
    }
    Map<String, String> facts =
        Map.of(
            "registers",
            Formats.text("%,d", registers),
            "threadBlocks",
            Integer.toString(sm.threadBlocks()),
            "largest",
            Formats.text("%,d", half));
    return Optional.of(planned().ran(rows, facts));
  }
}
