package org.polyphony.policy.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Key;
import org.polyphony.policy.partition.DeviceView;
import org.polyphony.policy.partition.PartitionPolicy;
import org.polyphony.policy.partition.TestView;
import org.polyphony.usercode.UserGuard;

class PartitionPoliciesTest {
  @Test
  void readsParameters() {
    PartitionPolicy policy = PartitionPolicies.create("time-slice", Map.of("sliceCycles", 7));
    TestView view = new TestView(1, 2).add(0, 256, 9).add(1, 256, 9);

    assertEquals(7, policy.partition(0, view, view.quotas()));
  }

  /** Of two processes on 16 SMs; a class of this test has a dollar before its name. */
  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          smk-evn       |                      | no policy "smk-evn"; one of alone, left-over
          alone         | slice=7              | no keys
          time-slice    | slice=7              | slice: found an unknown key, allowed: sliceCycles
          time-slice    | sliceCycles=0        | sliceCycles: found 0, allowed: an integer from 1
          time-slice    | sliceCycles=long     | found "long", allowed: an integer
          time-slice    | sliceCycles=1.5      | found 1.5
          spatial-fixed | sms=[a]              | sms[0]: found "a", allowed: an integer from
          spatial-fixed | sms=[0 3]            | sms[0]: found 0, allowed: an integer from 1
          smk-fixed     | threadShares=[1 0.0] | numbers above 0, together at most 1
          warped-slicer | warmupCycles=0       | warmupCycles: found 0
          warped-slicer | sampleCycles=0       | sampleCycles: found 0
          warped-slicer | threshold=0          | threshold: found 0
          warped-slicer | band=0               | band: found 0
          warped-slicer | watchCycles=0        | watchCycles: found 0
          maestro       | objective=ipc        | one of antt, stp
          maestro       | epochCycles=0        | epochCycles: found 0, allowed: an integer from 1
          maestro       | trialSms=17          | 1 to 16
          maestro       | trialSms=0           | from 1 to 256
          maestro       | dedicatedRefreshEpochs=0 | found 0, allowed: an integer from 1
          maestro       | history=yes          | true or false
          maestro       | spatialReturn=none   | one of one, all
          maestro       | patienceEpochs=0     | patienceEpochs: found 0, allowed: an integer from 1
          maestro       | pairs=2-way          | one of spatial, 2n-way
          maestro       | steadyTolerance=-0.1 | 0 or more
          tutti         | trialShare=0.3 \
              | trialShare: found 0.3, allowed: a number from 0 to 0.25
          tutti         | trialSms=2           | trialSms: found an unknown key
          java.lang.String |                   | does not implement
          $OwnWithRecord | blocks=0            | blocks: found 0, allowed: an integer from 1 to 32
          $OwnWithRecord | block=3             | block: found an unknown key, allowed: blocks
          $OwnWithMap   |                      | throws in its constructor
          $Own          | a=1                  | takes no parameters
          $Hidden       | \
              | has no public constructor that takes nothing, a record or a Map
          """)
  void refuses(String name, String parameters, String part) {
    String policy = name.startsWith("$") ? PartitionPoliciesTest.class.getName() + name : name;
    InvalidInputException error =
        assertThrows(
            InvalidInputException.class,
            () ->
                PartitionPolicies.create(
                    policy, TestView.parameters(parameters), Devices.gpu("sms", 16), 2));
    assertTrue(error.getMessage().contains(part), error.getMessage());
  }

  @Test
  void makesAUsersOwnPolicyFromItsClassNameWithStaticFieldsThatBelongToARun() {
    PartitionPolicy first = PartitionPolicies.create(Own.class.getName(), Map.of());
    PartitionPolicy second = PartitionPolicies.create(Own.class.getName(), Map.of());

    assertEquals(Own.class.getName(), UserGuard.classOf(first).getName());
    assertNotSame(UserGuard.classOf(first), UserGuard.classOf(second));
  }

  @Test
  void handsParametersToAUsersOwnPolicy() {
    String withRecord = OwnWithRecord.class.getName();
    PartitionPolicy withMap =
        PartitionPolicies.create(OwnWithMap.class.getName(), Map.of("name", "mine"));

    assertEquals("mine", withMap.objective());
    assertEquals(OwnWithMap.class.getName(), withMap.name());
    assertEquals("own-3", PartitionPolicies.create(withRecord, Map.of("blocks", 3)).objective());
    assertEquals("own-2", PartitionPolicies.create(withRecord, Map.of()).objective());
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
