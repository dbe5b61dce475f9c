package org.polyphony.results.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
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
  void estimatesFromTheUsualSpeedWhereNothingWasMeasured() {
    assertEquals(4, speeds().seconds(20, 5, "alone", "BS"));
    assertEquals(0, speeds().runs("alone", "shared"));
  }

  @Test
  void estimatesFromWhatThisVeryWorkTook() {
    speeds().add(100, false, 50, "alone", "BS", "gtx980");
    speeds().add(100, false, 1, "alone", "LC", "gtx980");

    assertEquals(10, speeds().seconds(20, 5, "alone", "BS", "gtx980"));
    assertEquals(10, speeds().seconds(20, 5, "alone", "BS", "volta-v100"));
    assertEquals(2, speeds().runs("alone", "shared"));
  }

  /** 100 units took 0.9 x 50 s, 1 s: 46 s for 190 units, older ones weighing less. */
  @Test
  void doublesWhatItOnlyKnowsOfOtherWork() {
    speeds().add(100, false, 50, "alone", "BS");
    speeds().add(100, false, 1, "alone", "LC");

    assertEquals(2 * 46.0, speeds().seconds(190, 5, "alone", "HS"), 1e-9);
  }

  @Test
  void knowsTheLengthOfWorkThatWasDoneToItsEnd() {
    speeds().add(70, true, 1, "alone", "BS");
    speeds().add(20, false, 1, "alone", "BS");
    speeds().add(20, false, 1, "alone", "LC");

    assertEquals(OptionalLong.of(70), speeds().length("alone", "BS"));
    assertEquals(OptionalLong.empty(), speeds().length("alone", "LC"));
  }

  @Test
  void keepsNothingOfARunThatWasTooShort() {
    speeds().add(100, true, 0.199, "alone");
    assertEquals(0, speeds().runs("alone"));

    speeds().add(100, true, 0.2, "alone");
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
        "{\"alone\": {\"runs\": 3, \"seconds\": -1, \"work\": 5, \"length\": 0}}",
        "{\"alone\": {\"runs\": 3, \"seconds\": 1e999, \"work\": 5, \"length\": 0}}",
        "{\"alone\": {\"runs\": 3, \"seconds\": 1, \"work\": 1e-320, \"length\": 0}}",
        "\u0000\uFFFF"
      })
  void ignoresAFileThatIsNotAsItWasWritten(String text) throws IOException {
    write(text.getBytes(StandardCharsets.ISO_8859_1));
    assertEquals(4, speeds().seconds(20, 5, "alone"));

    speeds().add(10, false, 1, "alone");
    assertEquals(2, speeds().seconds(20, 5, "alone"));
  }

  @Test
  void ignoresAFolderInItsPlace() throws IOException {
    Files.createDirectories(cache.resolve(MeasuredSpeeds.FILE));

    speeds().add(10, false, 1, "alone");

    assertEquals(4, speeds().seconds(20, 5, "alone"));
  }

  @Test
  void staysSmall() throws IOException {
    for (int i = 0; i < 1200; i++) {
      speeds().add(10, false, 1, "alone", "workload " + i);
    }

    assertTrue(Files.size(cache.resolve(MeasuredSpeeds.FILE)) < 150_000);
    assertEquals(4, speeds().seconds(20, 10, "alone", "workload 0")); // 2 s of others
    assertEquals(2, speeds().seconds(20, 10, "alone", "workload 1199"));
  }

  private void write(byte[] bytes) throws IOException {
    Files.createDirectories(cache);
    Files.write(cache.resolve(MeasuredSpeeds.FILE), bytes);
  }

  private MeasuredSpeeds speeds() {
    return new MeasuredSpeeds(cache);
  }
}
