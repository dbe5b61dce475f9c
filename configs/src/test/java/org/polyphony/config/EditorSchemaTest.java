package org.polyphony.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.reflect.RecordComponent;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.polyphony.input.Key;
import org.polyphony.policy.PolicyDescription;
import org.polyphony.policy.registry.PartitionPolicies;

/** The schemas name what the records and the policies have, no more and no less. */
class EditorSchemaTest {
  private static JsonNode experiment(String pointer) {
    return EditorSchema.definition(FileKind.EXPERIMENT).at("/properties/" + pointer);
  }

  @Test
  void aParameterThatTwoPoliciesHaveIsTheSame() {
    Map<String, RecordComponent> known = new TreeMap<>();

    for (PolicyDescription policy : PartitionPolicies.descriptions()) {
      for (RecordComponent parameter : policy.parameters()) {
        RecordComponent before = known.put(parameter.getName(), parameter);
        assertTrue(before == null || isSame(before, parameter), parameter.getName());
      }
    }
  }

  private static boolean isSame(RecordComponent a, RecordComponent b) {
    return a.getType() == b.getType()
        && a.getAnnotation(Key.class).equals(b.getAnnotation(Key.class));
  }

  @Test
  void parametersHaveTheTypeUnitRangeDefaultAndMeaningThatTheirPolicyStates() {
    assertEquals(
        "{'description':'time-slice: length of a time slice','unit':'core cycles',"
            + "'type':'integer','minimum':1,'maximum':2147483647,'default':50000}",
        rule("sliceCycles"));
    assertEquals(
        "{'description':'maestro, tutti, oracle: metric to optimize','type':'string',"
            + "'enum':['antt','stp'],'default':'antt'}",
        rule("objective"));
    assertEquals(
        "{'description':'maestro: relative change of dedicated IPC that counts as"
            + " stable','type':'number','minimum':0,'default':0.05}",
        rule("steadyTolerance"));
    assertEquals(
        "{'description':'spatial-fixed: SMs of each workload, in"
            + " order','type':'array','items':{'type':'integer','minimum':1,'maximum':256}}",
        rule("sms"));
  }

  private static String rule(String parameter) {
    return experiment("policy/properties/" + parameter).toString().replace('"', '\'');
  }
}
