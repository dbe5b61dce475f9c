package org.polyphony.study.silicon;

import java.util.List;
import java.util.Map;

/**
 * Hardware counters of a profiler, by application and launch: {@code { "applications": { NAME: [ {
 * "kernel", "sm_cycles_elapsed_max", ... } ] } }}.
 */
final class MeasuredFile {
  private MeasuredFile() {}

  /**
   * One kernel launch on hardware.
   *
   * @param name of the kernel
   * @param cycles SM cycles from start to end
   * @param l1HitRate 0 to 1
   * @param l2HitRate 0 to 1
   * @param loadSectors sectors of global loads
   * @param dramBytes read and written
   * @param isWhole true when the trace has all thread blocks of the launch
   */
  record Launch(
      String name,
      long cycles,
      double l1HitRate,
      double l2HitRate,
      long loadSectors,
      long dramBytes,
      boolean isWhole) {}

  static Map<String, List<Launch>> read(JsonInput input) {
    return input.key("applications").values(of -> of.items(MeasuredFile::launch));
  }

  private static Launch launch(JsonInput at) {
    String name = at.text("kernel");
    int parameters = name.indexOf('(');
    return new Launch(
        parameters < 0 ? name : name.substring(0, parameters),
        (long) at.number("sm_cycles_elapsed_max"),
        at.number("l1tex_hit_pct") / 100,
        at.number("lts_hit_pct") / 100,
        (long) at.number("gld_sectors"),
        (long) (at.number("dram_read_B") + at.number("dram_write_B")),
        at.number("tbs_traced") == at.number("tbs_total"));
  }
}
