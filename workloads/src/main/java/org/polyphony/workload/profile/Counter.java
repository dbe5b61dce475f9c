package org.polyphony.workload.profile;

import java.util.Map;
import java.util.OptionalDouble;

/**
 * The counters of the raw page that models are made from and compared with. A launch whose model
 * needs a counter which its report does not have is refused: none is ever taken to be 0.
 *
 * <p>Source of the limits: CUDA C++ Programming Guide, technical specifications, up to 9.0.
 */
enum Counter {
  REGISTERS("launch__registers_per_thread", "register", 1, 255),
  SHARED_STATIC("launch__shared_mem_per_block_static", "byte", 0, Counter.MOST_SHARED_BYTES),
  SHARED_DYNAMIC("launch__shared_mem_per_block_dynamic", "byte", 0, Counter.MOST_SHARED_BYTES),
  CLUSTER("launch__cluster_size", "", 0, 16), // thread blocks; 0 without clusters
  CLUSTER_X("launch__cluster_dim_x", "", 0, 16),
  CLUSTER_Y("launch__cluster_dim_y", "", 0, 16),
  CLUSTER_Z("launch__cluster_dim_z", "", 0, 16),
  WAVES("launch__waves_per_multiprocessor", "", 0, Counter.MOST), // 1: as many as the device holds
  L2_BYTES("device__attribute_l2_cache_size", "", 1, Counter.MOST),
  CYCLES("gpc__cycles_elapsed.max", "cycle", 1, Counter.MOST),
  CLOCK("gpc__cycles_elapsed.avg.per_second", "hz", 1_000_000, Counter.MOST),
  DRAM_READ("dram__bytes_read.sum", "byte"),
  L1_HITS("l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum", "sector"),
  DRAM_WRITTEN("dram__bytes_write.sum", "byte"),
  L1_HIT_RATE("l1tex__t_sector_hit_rate.pct", "%"),
  WARPS_ACTIVE("sm__warps_active.avg.per_cycle_active", "warp"),
  BULK_LOADED("l1tex__m_xbar2l1tex_read_bytes_mem_global_op_tma_ld.sum", "byte"),
  BULK_STORED("l1tex__m_l1tex2xbar_write_bytes_mem_global_op_tma_st.sum", "byte"),
  BULK_STORES("smsp__sass_inst_executed_op_tma_st.sum", "inst"),
  L2_SECTORS("lts__t_sectors_srcunit_tex.sum", "sector"),
  L2_READS("lts__t_sectors_srcunit_tex_op_read.sum", "sector"),
  L2_READ_MISSES("lts__t_sectors_srcunit_tex_op_read_lookup_miss.sum", "sector"),
  L2_RED_MISSES("lts__t_sectors_srcunit_tex_op_red_lookup_miss.sum", "sector");

  private static final int MOST_SHARED_BYTES = 228 * 1024; // of an SM
  private static final long MOST = 1_000_000_000_000_000_000L;
  private static final Map<Character, Double> PREFIXES =
      Map.of('K', 1e3, 'M', 1e6, 'G', 1e9, 'T', 1e12);
  private static final Map<String, String> OLD_UNITS = // up to Nsight Compute 2023
      Map.of("cycle/nsecond", "Ghz", "cycle/usecond", "Mhz", "cycle/second", "hz");

  private final String column;
  private final String unit;
  private final long least;
  private final long most;

  /** An event: a sum over passes of the profiler, which noise can bring slightly below 0. */
  Counter(String column, String unit) {
    this(column, unit, -Counter.MOST, Counter.MOST);
  }

  Counter(String column, String unit, long least, long most) {
    this.column = column;
    this.unit = unit;
    this.least = least;
    this.most = most;
  }

  String column() {
    return column;
  }

  /** Returns the unit without prefix, empty for a plain number. */
  String unit() {
    return unit;
  }

  /**
   * Returns the factor of a unit of the report to this unit; empty if it measures another thing.
   */
  OptionalDouble factor(String other) {
    String name = OLD_UNITS.getOrDefault(other, other).split("/", 2)[0];
    if (name.equals(unit) || (unit.isEmpty() && name.matches("[a-z]*"))) {
      return OptionalDouble.of(1);
    }
    boolean isScaled = name.length() == unit.length() + 1 && name.endsWith(unit);
    Double factor = isScaled ? PREFIXES.get(name.charAt(0)) : null;
    return factor == null ? OptionalDouble.empty() : OptionalDouble.of(factor);
  }

  boolean allows(double value) {
    return value >= least && value <= most;
  }

  /** Describes the values that a launch can have. */
  String allowed() {
    String limit = most == MOST ? "10^18" : Long.toString(most);
    return ((least < 0 ? "at most " : least + " to ") + limit + " " + unit).strip();
  }
}
