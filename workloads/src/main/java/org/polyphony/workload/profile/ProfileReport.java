package org.polyphony.workload.profile;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.polyphony.input.InvalidInputException;
import org.polyphony.workload.profile.SourcePage.Listing;

/**
 * An Nsight Compute report as two CSV files: its source page, with every SASS instruction, and its
 * raw page, with every counter. Both list the launches in the same order. The source page is read
 * twice, first for the names of its kernels, so that the code of one launch is in memory at a time.
 */
final class ProfileReport {
  private final Path source;
  private final Path raw;
  private final List<KernelProfile> launches; // without their code
  private final List<Integer> starts = new ArrayList<>(); // listing of each launch

  /**
   * Opens a report.
   *
   * @param source output of {@code ncu --page source --csv --print-source sass}
   * @param raw output of {@code ncu --page raw --csv}
   * @throws InvalidInputException if a file is no such page, or the two differ in their launches
   */
  ProfileReport(Path source, Path raw) {
    if (Files.exists(source) && !Files.isRegularFile(source)) {
      throw new InvalidInputException(source + ": is read twice; give a regular file");
    }
    this.source = source;
    this.raw = raw;
    List<Listing> listings = SourcePage.names(source);
    this.launches = RawPage.read(raw);
    findStarts(listings);
    for (int i = 0; i < launches.size(); i++) {
      KernelProfile launch = launches.get(i);
      Listing listing = listings.get(starts.get(i));
      if (!launch.function().equals(KernelProfile.function(listing.kernel()))) {
        String other = listing.kernel() + " in " + source + ", line " + listing.line();
        throw new InvalidInputException(
            launch.place() + ": kernel " + launch.name() + ", but " + other);
      }
    }
  }

  /** Returns all launches, without their code. */
  List<KernelProfile> launches() {
    return launches;
  }

  /** Passes on one launch with its code after the other, each with its index. */
  void forEach(BiConsumer<Integer, KernelProfile> action) {
    int[] next = {0, 0}; // listing and launch
    SourcePage.forEachListing(
        source,
        listing -> {
          int launch = next[1];
          if (launch < starts.size() && starts.get(launch) == next[0]++) {
            next[1]++;
            action.accept(launch, launches.get(launch).with(Calls.inlined(listing.code())));
          }
        });
  }

  /**
   * Finds the listing of each launch. A kernel that calls functions is listed whole once for each
   * function; all listings of a launch are the same.
   */
  private void findStarts(List<Listing> listings) {
    List<Integer> listed = runs(listings.stream().map(Listing::kernel).toList());
    List<Integer> launched = runs(launches.stream().map(KernelProfile::name).toList());
    int at = 0;
    for (int run = 0; run < Math.min(listed.size(), launched.size()); run++) {
      int each = listed.get(run) / launched.get(run);
      for (int i = 0; i < launched.get(run) && each > 0; i++) {
        starts.add(at + i * each);
      }
      at += each * launched.get(run);
    }
    if (listed.size() != launched.size() || at != listings.size()) {
      throw new InvalidInputException(
          "%s: %s launches, but %s in %s; write both from one report"
              .formatted(raw, launches.size(), listings.size(), source));
    }
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
