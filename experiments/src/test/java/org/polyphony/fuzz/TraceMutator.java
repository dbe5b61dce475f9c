package org.polyphony.fuzz;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.polyphony.compare.Choices;

/** Damages a trace within its format, so that most mutants run. */
final class TraceMutator {
  private static final List<String> MASKS = Seeds.words("masks");
  private static final List<String> ADDRESSES = Seeds.words("addresses");
  private static final List<String> NOT_MODELLED = Seeds.words("opcodes that are not modeled");
  private final Choices choices;

  TraceMutator(Choices choices) {
    this.choices = choices;
  }

  /** Returns the text of a damaged trace. */
  String mutant() {
    SketchedTrace trace = SketchedTrace.random(choices);
    for (int i = choices.of(1, 2, 3, 6); i > 0; i--) {
      damage(trace);
    }
    String text = trace.text();
    return choices.percent(5) ? new TextMutator(choices).mutant(text) : text;
  }

  private void damage(SketchedTrace trace) {
    if (choices.percent(8)) {
      header(trace);
      return;
    }
    SketchedTrace.Block block = choices.of(trace.blocks);
    if (choices.percent(12) || block.warps.isEmpty()) {
      block(trace, block);
      return;
    }
    SketchedTrace.Warp warp = choices.of(block.warps);
    if (choices.percent(20) || warp.lines.isEmpty()) {
      warp(block, warp);
    } else {
      line(choices.of(warp.lines));
    }
  }

  private void header(SketchedTrace trace) {
    String key = choices.of(new ArrayList<>(trace.header.keySet()));
    switch (choices.between(0, 3)) {
      case 0 -> trace.header.remove(key);
      case 1 -> trace.header.put(key, OddValues.number(choices).asText());
      default -> trace.header.compute(key, (k, v) -> new TextMutator(choices).mutant("" + v));
    }
    trace.header.putIfAbsent("kernel id", "1");
  }

  private void block(SketchedTrace trace, SketchedTrace.Block block) {
    switch (choices.between(0, 3)) {
      case 0 -> block.index = choices.of("0,0,0", "1,0,0", "3,0,0", "0,1,0", "9,9,9", "-1,0,0");
      case 1 -> trace.blocks.add(block);
      case 2 -> Collections.swap(trace.blocks, 0, trace.blocks.size() - 1);
      default -> block.warps.clear();
    }
  }

  private void warp(SketchedTrace.Block block, SketchedTrace.Warp warp) {
    switch (choices.between(0, 11)) {
      case 0 -> warp.index = choices.of("0", "1", "2", "31", "32", "-1", "x");
      case 1 -> block.warps.add(warp);
      case 2 -> warp.lines.clear();
      case 3, 4, 5 -> Collections.reverse(warp.lines);
      case 6 -> block.warps.remove(warp);
      default -> loop(warp.lines, choices.of(2, 5, 30));
    }
  }

  private static void loop(List<SketchedTrace.Instruction> lines, int times) {
    List<SketchedTrace.Instruction> once = List.copyOf(lines);
    for (int i = 1; i < times; i++) {
      lines.addAll(once);
    }
  }

  private void line(SketchedTrace.Instruction line) {
    switch (choices.between(0, 10)) {
      case 0 -> line.mask = choices.of(MASKS);
      case 1 -> line.pc = choices.of("0000", "0010", "0008", "0018", "fff0", "100000", "7ffffff0");
      case 2 ->
          line.opcode =
              choices.of(
                  "EXIT", "BRA", "BAR.SYNC", "LDG", "RET", "NANOSLEEP", "CCTL.IVALL", "LDSM.16");
      case 7 -> line.opcode = choices.of(NOT_MODELLED);
      case 3 -> line.destinations = registers();
      case 4 -> line.sources = registers();
      case 5 -> line.memory = addresses();
      case 6 -> line.memory = SketchedTrace.memory(choices);
      default -> SketchedTrace.fill(line, choices);
    }
  }

  private String registers() {
    return choices.of("0", "1 R0", "1 R254", "1 R255", "2 R1 R1", "3 R1 R2 R3", "1 R7", "2 R8 R9");
  }

  private String addresses() {
    String width = choices.of("0", "1", "2", "4", "8", "16", "3", "32", "4096", "-4");
    return switch (choices.between(0, 2)) {
      case 0 -> width + " 1 " + choices.of(ADDRESSES) + " " + OddValues.number(choices).asText();
      case 1 -> width + " 0 " + choices.of(ADDRESSES);
      default -> width + " " + choices.of("1", "2", "3") + " " + choices.of(ADDRESSES) + " 4";
    };
  }
}
