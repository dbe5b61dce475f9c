package org.polyphony.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.config.DramConfig;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.config.PipeConfig;
import org.polyphony.policy.PolicyDescription;
import org.polyphony.policy.partition.PartitionPolicies;
import org.polyphony.policy.warp.WarpSchedulers;

/** The schemas name what the records and the policies have, no more and no less. */
class ConfigSchemaTest {
  private static JsonNode experiment(String pointer) {
    return ConfigSchema.EXPERIMENT.definition().at("/properties/" + pointer);
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

  private static Set<String> components(Class<?> record) {
    return Arrays.stream(record.getRecordComponents())
        .map(component -> component.getName())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void gpuHasTheComponentsOfItsRecords() {
    JsonNode gpu = ConfigSchema.GPU.definition().path("properties");

    assertEquals(components(GpuConfig.class), keys(gpu));
    for (var part : GpuConfig.class.getRecordComponents()) {
      if (part.getType().isRecord()) {
        JsonNode schema = gpu.path(part.getName()).path("properties");
        assertEquals(components(part.getType()), keys(schema), part.getName());
      }
    }
    assertEquals(
        components(DramConfig.Timing.class), keys(gpu.at("/dram/properties/timing/properties")));
    JsonNode pipe = gpu.at("/sm/properties/pipes/items/properties");
    assertEquals(components(PipeConfig.class), keys(pipe));
    assertEquals(components(PipeConfig.Timing.class), keys(pipe.at("/executes/items/properties")));
  }

  @Test
  void pipesExecuteTheClassesThatNeedOne() {
    List<String> classes =
        PipeConfig.pipedClasses().stream().map(opClass -> opClass.name()).toList();

    assertEquals(
        classes,
        texts(
            ConfigSchema.GPU
                .definition()
                .at(
                    "/properties/sm/properties/pipes/items/properties/executes/items"
                        + "/properties/opClass/enum")));
  }

  @Test
  void experimentHasTheComponentsOfItsRecord() {
    Set<String> expected = components(ExperimentConfig.class);
    expected.addAll(List.of("schemaVersion", "watchdogCycles"));

    assertEquals(expected, keys(ConfigSchema.EXPERIMENT.definition().path("properties")));
  }

  @Test
  void policyHasTheParametersOfEveryPolicy() {
    Set<String> expected = new TreeSet<>(Set.of("name"));
    PartitionPolicies.descriptions().forEach(p -> expected.addAll(p.parameters().keySet()));

    assertEquals(expected, keys(experiment("policy/properties")));
  }

  @Test
  void schedulersAreThoseThatTheDeviceHas() {
    assertEquals(names(WarpSchedulers.withinKernel()), texts(experiment("warpScheduler/enum")));
    assertEquals(names(WarpSchedulers.betweenKernels()), texts(experiment("kernelScheduler/enum")));
  }
}
