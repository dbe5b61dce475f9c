package org.polyphony.results.store;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MeasuredSpeedsTest {
  @TempDir private Path folder;
  private Path cache;

  @BeforeEach
  void nameAFolderThatIsNotThereYet() {
    cache = folder.resolve("cache");
  }

  @Test
  void estimatesNothingWhereNothingLikeItWasMeasured() {
    speeds().add(100, 50, "alone", "BS", "gtx980");

    assertEquals(OptionalDouble.empty(), seconds(20, "alone", "LC", "gtx980"));
    assertEquals(OptionalDouble.empty(), seconds(20, "shared", "BS", "gtx980"));
  }

  @Test
  void estimatesFromTheWorkThatSharesMost() {
    speeds().add(100, 50, "alone", "BS", "gtx980");
    speeds().add(100, 1, "alone", "LC", "gtx980");

    assertEquals(OptionalDouble.of(10), seconds(20, "alone", "BS", "gtx980"));
    assertEquals(OptionalDouble.of(10), seconds(20, "alone", "BS", "volta-v100"));
    assertEquals(2, speeds().runs("alone", "shared"));
  }

  /** 100 units took 0.9 x 50 s, 1 s: 46 s for 190 units. */
  @Test
  void olderMeasurementsCountLess() {
    speeds().add(100, 50, "alone", "BS", "a");
    speeds().add(100, 1, "alone", "BS", "b");

    assertEquals(46.0, seconds(190, "alone", "BS", "c").orElseThrow(), 1e-9);
  }

  @Test
  void keepsNothingOfARunThatWasTooShort() {
    speeds().add(100, 0.019, "alone");
    assertEquals(0, speeds().runs("alone"));

    speeds().add(100, 0.02, "alone");
    assertEquals(1, speeds().runs("alone"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nothing of ours",
        "[1, 2]",
        "{\"alone\": {\"runs\": 3, \"seconds\": 1.0",
        "{\"alone\": 7}",
        "{\"alone\": {\"runs\": 3, \"seconds\": -1, \"work\": 5}}",
        "{\"alone\": {\"runs\": 3, \"seconds\": 1e999, \"work\": 5}}",
        "{\"alone\": {\"runs\": 3, \"seconds\": 1, \"work\": 1e-320}}",
        "\u0000\uFFFF"
      })
  void ignoresAFileThatIsNotAsItWasWritten(String text) throws IOException {
    write(text.getBytes(StandardCharsets.ISO_8859_1));
    assertEquals(OptionalDouble.empty(), seconds(20, "alone", "BS"));

    speeds().add(10, 1, "alone", "BS");
    assertEquals(OptionalDouble.of(2), seconds(20, "alone", "BS"));
  }

  @Test
  void ignoresAFolderInItsPlace() throws IOException {
    Files.createDirectories(cache.resolve(MeasuredSpeeds.FILE));

    speeds().add(10, 1, "alone", "BS");

    assertEquals(OptionalDouble.empty(), seconds(20, "alone", "BS"));
  }

  @Test
  void staysSmall() throws IOException {
    String entry = "\"alone/workload %d\": {\"runs\": 1, \"seconds\": 1.0, \"work\": 10.0}";
    String most =
        IntStream.range(0, 1999).mapToObj(entry::formatted).collect(joining(",", "{", "}"));
    write(most.getBytes(StandardCharsets.UTF_8));
    assertEquals(OptionalDouble.of(2), seconds(20, "alone", "workload 0"));

    for (int i = 1999; i < 2009; i++) {
      speeds().add(10, 1, "alone", "workload " + i);
    }

    assertTrue(Files.size(cache.resolve(MeasuredSpeeds.FILE)) < 300_000);
    assertEquals(OptionalDouble.empty(), seconds(20, "alone", "workload 0"));
    assertEquals(OptionalDouble.of(2), seconds(20, "alone", "workload 1998"));
    assertEquals(OptionalDouble.of(2), seconds(20, "alone", "workload 2008"));
  }

  private OptionalDouble seconds(double work, String... path) {
    return speeds().seconds(work, 2, path);
  }

  private void write(byte[] bytes) throws IOException {
    Files.createDirectories(cache);
    Files.write(cache.resolve(MeasuredSpeeds.FILE), bytes);
  }

  private MeasuredSpeeds speeds() {
    return new MeasuredSpeeds(cache);
  }
}
