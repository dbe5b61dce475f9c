package org.polyphony.policy.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Key;
import org.polyphony.policy.PolicyDescription;
import org.polyphony.policy.partition.DeviceView;
import org.polyphony.policy.partition.PartitionPolicy;
import org.polyphony.policy.partition.TestView;
import org.polyphony.usercode.UserGuard;

class PartitionPoliciesTest {
  @Test
  void describesEachPolicyUnderItsName() {
    List<String> described =
        PartitionPolicies.descriptions().stream().map(PolicyDescription::name).toList();

    assertEquals(PartitionPolicies.names(), described);
  }

  @Test
  void readsParameters() {
    PartitionPolicy policy = PartitionPolicies.create("time-slice", Map.of("sliceCycles", 7));
    TestView view = new TestView(1, 2).add(0, 256, 9).add(1, 256, 9);

    assertEquals(7, policy.partition(0, view, view.quotas()));
  }

  @Test
  void namesWhatIsWrongWithAPolicyOrItsParameters() {
    assertRefused("smk-evn", Map.of(), "no policy \"smk-evn\"; one of alone, left-over");
    assertRefused("alone", Map.of("slice", 7), "no keys");
    String slice = "time-slice";
    assertRefused(slice, Map.of("slice", 7), "found an unknown key, allowed: sliceCycles");
    assertRefused(slice, Map.of("sliceCycles", "long"), "found \"long\", allowed: an integer");
    assertRefused(slice, Map.of("sliceCycles", 1.5), "found 1.5");
    Map<String, Object> shares = Map.of("threadShares", List.of(1, 0.0)); // a list of numbers
    assertRefused("smk-fixed", shares, "numbers above 0, together at most 1");
    String place = "sms[0]: found \"a\", allowed: an integer from 1 to 256";
    assertRefused("spatial-fixed", Map.of("sms", List.of("a")), place);
  }

  @Test
  void makesAUsersOwnPolicyFromItsClassNameWithStaticFieldsOfItsRun() {
    PartitionPolicy first = PartitionPolicies.create(Own.class.getName(), Map.of());
    PartitionPolicy second = PartitionPolicies.create(Own.class.getName(), Map.of());

    assertEquals(Own.class.getName(), UserGuard.classOf(first).getName());
    assertNotSame(UserGuard.classOf(first), UserGuard.classOf(second));
  }

  @Test
  void handsParametersToAUsersOwnPolicy() {
    Map<String, Object> parameters = Map.of("name", "mine");

    PartitionPolicy policy = PartitionPolicies.create(OwnWithMap.class.getName(), parameters);

    assertEquals("mine", policy.objective());
    assertEquals(OwnWithMap.class.getName(), policy.name());
  }

  @Test
  void checksTheParametersOfAUsersOwnPolicyThatTakesARecord() {
    String name = OwnWithRecord.class.getName();

    assertEquals("own-3", PartitionPolicies.create(name, Map.of("blocks", 3)).objective());
    assertEquals("own-2", PartitionPolicies.create(name, Map.of()).objective());
    assertRefused(name, Map.of("blocks", 0), "blocks: found 0, allowed: an integer from 1 to 32");
    assertRefused(name, Map.of("block", 3), "block: found an unknown key, allowed: blocks");
  }

  @Test
  void saysWhyAUsersClassIsNoPolicy() {
    assertRefused("java.lang.String", Map.of(), "does not implement");
    assertRefused(OwnWithMap.class.getName(), Map.of(), "throws in its constructor");
    assertRefused(Own.class.getName(), Map.of("a", 1), "takes no parameters");
    assertRefused(
        Hidden.class.getName(),
        Map.of(),
        "has no public constructor that takes nothing, a record or a Map<String, Object>");
  }

  private static void assertRefused(String name, Map<String, ?> parameters, String part) {
    InvalidInputException error =
        assertThrows(
            InvalidInputException.class,
            () -> PartitionPolicies.create(name, parameters, Devices.gpu("sms", 4), 2));
    assertTrue(error.getMessage().contains(part), error.getMessage());
  }

  /** A user's policy with a parameter. */
  public static final class OwnWithRecord extends Own {
    private final Parameters parameters;

    /** Made by name. */
    public OwnWithRecord(Parameters parameters) {
      this.parameters = parameters;
    }

    /** What it takes. */
    public record Parameters(
        @Key(value = "thread blocks of the first kernel", min = 1, max = 32, absent = "2")
            int blocks) {}

    @Override
    public String objective() {
      return "own-" + parameters.blocks();
    }
  }

  /** A user's policy that gives nothing to anybody. */
  public static class Own implements PartitionPolicy {
    /** Made by name. */
    public Own() {}

    @Override
    public String name() {
      return "own";
    }

    @Override
    public long partition(long cycle, DeviceView device, Quotas quotas) {
      return NEVER;
    }
  }

  /** A user's policy with a parameter. */
  public static final class OwnWithMap extends Own {
    private final String name;

    /** Made by name. */
    public OwnWithMap(Map<String, Object> parameters) {
      name = parameters.get("name").toString();
    }

    @Override
    public String objective() {
      return name;
    }
  }

  /** Cannot be made from outside. */
  public static final class Hidden extends Own {
    private Hidden() {}
  }
}
