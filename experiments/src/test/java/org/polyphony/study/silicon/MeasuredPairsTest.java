package org.polyphony.study.silicon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.config.BundledFiles;
import org.polyphony.input.Home;
import org.polyphony.input.InvalidInputException;

class MeasuredPairsTest {
  private static final String ON_SMS =
      """
      {"sms": 132, "aloneLaunchesPerSecondBySms": {"saxpy": {"132": 5.5}}, "pairs": [{"pair": ["saxpy", "sgemm"],
      "mode": "spatial", "sms": [32, 100], "progress": [0.3, 0.7], "stp": 1.0, "antt": 2.4}]}
      """;
  private static final String ON_SAME_SMS =
      """
      {"device": {"sms": 132}, "kernels": {"saxpy": {"aloneRateByK": [4.5, 8]}}, "pairs": [{"first": "saxpy",
      "second": "fma", "k": [3, 5], "progress": [0.3, 0.9], "stp": 1.2, "antt": 2.2}]}
      """;

  private static final String OF_KERNELS =
      """
      {"alone": {"132": {"mine": 0.25, "theirs": 0.5}, "32": {"mine": 0.5}, "100": {"theirs": 0.5}},
      "pairs": [{"a": "mine", "b": "theirs", "sms": [32, 100], "rates": [1.5, 0.5]},
      {"a": "mine", "b": "theirs", "sms": "streams", "rates": [2, 1]},
      {"a": "mine", "b": "theirs", "sms": "streams", "rates": [null, 1]}]}
      """;

  private static MeasuredPairs ofKernels(String text) {
    return MeasuredPairs.ofKernels(JsonInput.parse("m.json", text), List.of("mine", "theirs"));
  }

  private static MeasuredPairs onSms(String text) {
    return MeasuredPairs.onSms(JsonInput.parse("m.json", text));
  }

  private static MeasuredPairs onSameSms(String text) {
    return MeasuredPairs.onSameSms(JsonInput.parse("m.json", text));
  }

  @Test
  void readsRatesAndPairs() {
    MeasuredPairs onSms = onSms(ON_SMS);
    assertEquals(5.5, onSms.aloneRates().get("saxpy").get(132));
    assertEquals(
        new MeasuredPair(
            List.of("saxpy", "sgemm"), List.of(32, 100), false, List.of(0.3, 0.7), 1.0, 2.4),
        onSms.pairs().get(0));

    MeasuredPairs onSameSms = onSameSms(ON_SAME_SMS);
    assertEquals(Map.of(1, 4.5, 2, 8.0), onSameSms.aloneRates().get("saxpy"));
    assertEquals(
        new MeasuredPair(
            List.of("saxpy", "fma"), List.of(3, 5), false, List.of(0.3, 0.9), 1.2, 2.2),
        onSameSms.pairs().get(0));
    assertEquals("3/5", onSameSms.pairs().get(0).series());
  }

  @Test
  void readsKernelsOfTheUsersOwn() {
    MeasuredPairs measured = ofKernels(OF_KERNELS);

    assertEquals(132, measured.sms());
    assertEquals(Map.of(32, 2.0, 132, 4.0), measured.aloneRates().get("mine"));
    List<String> kernels = List.of("mine", "theirs");
    assertEquals(
        List.of(
            new MeasuredPair(
                kernels, List.of(32, 100), false, List.of(0.375, 0.25), 0.625, (8.0 / 3 + 4) / 2),
            new MeasuredPair(
                kernels, List.of(132, 132), true, List.of(0.5, 0.5), 1, 2)), // without the null
        measured.pairs());
  }

  @Test
  void aPairAsAloneHasTheSpeedsOfItsKernelsOnTheirSms() {
    MeasuredPairs measured = ofKernels(OF_KERNELS);

    assertEquals(List.of(0.5, 1.0), measured.asAlone(measured.pairs().get(0)));
    assertEquals(List.of(0.5, 0.5), measured.asAlone(measured.pairs().get(1)));
    MeasuredPairs incomplete = onSms(ON_SMS); // sgemm was not measured alone, saxpy not on 32 SMs
    assertEquals(List.of(0.0, 0.0), incomplete.asAlone(incomplete.pairs().get(0)));
  }

  @Test
  void shipsTheKernelsOfItsMeasuredProfiles() {
    Path study = Home.find().resolve("experiments/studies/profiles");
    List<String> models = BundledFiles.namesIn(study.resolve("models"));

    MeasuredPairs measured =
        MeasuredPairs.ofKernels(JsonInput.read(study.resolve("h200-profiles.json")), models);

    assertEquals(models, measured.aloneRates().keySet().stream().sorted().toList());
    assertEquals(312, measured.pairs().size());
  }

  @Test
  void shipsPairsWhoseStpIsTheSumOfProgress() {
    MeasuredPairs onSms =
        MeasuredPairs.onSms(
            JsonInput.read(Home.find().resolve("experiments/studies/corun/h200-corun.json")));
    MeasuredPairs onSameSms = MeasuredPairs.onSameSms(JsonInput.resource("h200-smk.json"));

    assertEquals(56, onSms.pairs().size());
    assertEquals(231, onSameSms.pairs().size());
    assertEquals(10, onSameSms.aloneRates().size());
    for (MeasuredPairs measured : List.of(onSms, onSameSms)) {
      for (MeasuredPair pair : measured.pairs()) {
        assertEquals(pair.progress().get(0) + pair.progress().get(1), pair.stp(), 2e-4);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sgemm | sgem | pairs[0].pair[1]: found \"sgem\", allowed: one of chase, collatz,",
        "spatial | space | pairs[0].mode: found \"space\", allowed: spatial or streams",
        "[32, 100] | [33, 100] | pairs[0].sms: found [33,100], allowed: two numbers of 1 or more,",
        "[32, 100] | [32] | pairs[0].sms: found [32], allowed: a list of two",
        "2.4 | \"2.4\" | pairs[0].antt: found \"2.4\", allowed: a number"
      })
  void namesThePathOfWhatIsWrong(String right, String wrong, String message) {
    var e = assertThrows(InvalidInputException.class, () -> onSms(ON_SMS.replace(right, wrong)));

    assertTrue(e.getMessage().startsWith("m.json: " + message), e.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"32\" | \"x\" | alone: found {",
        "{\"mine\": 0.5} | {\"min\": 0.5} | alone.32: found min, allowed: one of mine, theirs",
        "0.25 | 0 | alone.132.mine: found 0, allowed: a number above 0",
        "[32, 100] | [16, 100] | pairs[0].sms: found [16,100], allowed: SMs on which mine was",
        "[32, 100] | [64, 100] | pairs[0].sms: found [64,100], allowed: two numbers of 1 or more,",
        "\"streams\" | \"stream\" | pairs[1].sms: found \"stream\", allowed: one of streams",
        "[1.5, 0.5] | [1.5] | pairs[0].rates: found [1.5], allowed: a list of two"
      })
  void namesThePathOfWhatIsWrongAboutKernels(String right, String wrong, String message) {
    var e =
        assertThrows(
            InvalidInputException.class,
            () -> ofKernels(OF_KERNELS.replaceFirst(Pattern.quote(right), wrong)));

    assertTrue(e.getMessage().startsWith("m.json: " + message), e.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fma | fmaa | pairs[0].second: found \"fmaa\", allowed: one of collatz, fma,",
        "{\"saxpy\" | {\"sax\" | kernels: found sax, allowed: one of collatz, fma,",
        "[3, 5] | [3, 6] | pairs[0].k: found [3,6], allowed: two numbers of 1 or more, together",
        "[3, 5] | [8, 0] | pairs[0].k: found [8,0], allowed: two numbers of 1 or more, together",
        "0.9 | 0 | pairs[0].progress[1]: found 0, allowed: a number above 0"
      })
  void namesThePathOfWhatIsWrongOnTheSameSms(String right, String wrong, String message) {
    var e =
        assertThrows(
            InvalidInputException.class, () -> onSameSms(ON_SAME_SMS.replace(right, wrong)));

    assertTrue(e.getMessage().startsWith("m.json: " + message), e.getMessage());
  }
}
