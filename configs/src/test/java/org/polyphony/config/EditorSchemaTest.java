package org.polyphony.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.polyphony.input.Key;
import org.polyphony.policy.PolicyDescription;
import org.polyphony.policy.registry.PartitionPolicies;
import org.polyphony.policy.warp.WarpSchedulers;

/** The schemas name what the records and the policies have, no more and no less. */
class EditorSchemaTest {
  private static JsonNode experiment(String pointer) {
    return EditorSchema.definition(FileKind.EXPERIMENT).at("/properties/" + pointer);
  }

  private static Set<String> keys(JsonNode properties) {
    Set<String> keys = new TreeSet<>();
    properties.fieldNames().forEachRemaining(keys::add);
    keys.removeAll(List.of("source", "about", "references", "extends"));
    return keys;
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(value -> texts.add(value.asText()));
    return texts;
  }

  private static List<String> names(Collection<PolicyDescription> descriptions) {
    return descriptions.stream().map(PolicyDescription::name).toList();
  }

  @Test
  void policyHasTheParametersOfEveryPolicy() {
    Set<String> expected = new TreeSet<>(Set.of("name"));
    PartitionPolicies.descriptions()
        .forEach(policy -> policy.parameters().forEach(p -> expected.add(p.getName())));

    assertEquals(expected, keys(experiment("policy/properties")));
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

  @Test
  void schedulersAreThoseThatTheDeviceHas() {
    assertEquals(names(WarpSchedulers.withinKernel()), texts(experiment("warpScheduler/enum")));
    assertEquals(names(WarpSchedulers.betweenKernels()), texts(experiment("kernelScheduler/enum")));
  }
}
