package org.polyphony.workload.profile;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.polyphony.input.InvalidInputException;
import org.polyphony.workload.profile.SourcePage.Listing;

/**
 * An Nsight Compute report as two CSV files: its source page, with every SASS instruction, and its
 * raw page, with every counter. Both list the launches in the same order.
 */
final class ProfileReport {
  private final Path source;
  private final Path raw;

  private ProfileReport(Path source, Path raw) {
    this.source = source;
    this.raw = raw;
  }

  /**
   * Reads all launches of a report.
   *
   * @param source output of {@code ncu --page source --csv --print-source sass}
   * @param raw output of {@code ncu --page raw --csv}
   * @throws InvalidInputException if a file is no such page, or the two differ in their launches
   */
  static List<KernelProfile> read(Path source, Path raw) {
    return new ProfileReport(source, raw).read();
  }

  private List<KernelProfile> read() {
    List<Listing> listings = SourcePage.read(source);
    RawPage page = new RawPage(raw);
    listings = onePerLaunch(listings, page.kernels());
    List<KernelProfile> profiles = new ArrayList<>();
    for (int i = 0; i < listings.size(); i++) {
      Listing listing = listings.get(i);
      String name = page.kernels().get(i);
      if (KernelProfile.function(name).isEmpty()) {
        throw page.error(i, "found no name of the kernel, allowed: that of a function");
      }
      if (!KernelProfile.function(name).equals(KernelProfile.function(listing.kernel()))) {
        String other = source + ", line " + listing.line();
        throw page.error(i, "kernel " + name + ", but " + listing.kernel() + " in " + other);
      }
      profiles.add(page.profile(i, Calls.inlined(listing.code())));
    }
    return profiles;
  }

  /**
   * A kernel that calls functions is listed whole once for each function; all listings of a launch
   * are the same.
   *
   * @param launches kernel of each
   */
  private List<Listing> onePerLaunch(List<Listing> listings, List<String> launches) {
    List<Integer> listed = runs(listings.stream().map(Listing::kernel).toList());
    List<Integer> launched = runs(launches);
    List<Listing> found = new ArrayList<>();
    int at = 0;
    for (int run = 0; run < Math.min(listed.size(), launched.size()); run++) {
      int each = listed.get(run) / launched.get(run);
      for (int i = 0; i < launched.get(run) && each > 0; i++) {
        found.add(listings.get(at + i * each));
      }
      at += each * launched.get(run);
    }
    if (listed.size() != launched.size() || at != listings.size()) {
      throw new InvalidInputException(
          raw
              + ": "
              + launches.size()
              + " launches, but "
              + listings.size()
              + " in "
              + source
              + "; write both from one report");
    }
    return found;
  }

  /** Returns how many equal names follow each other, for each run of them. */
  private static List<Integer> runs(List<String> names) {
    List<Integer> runs = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      if (i > 0 && names.get(i).equals(names.get(i - 1))) {
        runs.set(runs.size() - 1, runs.get(runs.size() - 1) + 1);
      } else {
        runs.add(1);
      }
    }
    return runs;
  }
}
