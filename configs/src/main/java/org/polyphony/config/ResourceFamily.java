package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.polyphony.gpu.config.Copies;
import org.polyphony.gpu.config.Resource;

/**
 * Resources that an explanation first treats as one: so few families that a co-run can run with
 * copies of every set of them. It then tells the parts of the family that matters apart.
 */
public enum ResourceFamily {
  /** What thread blocks share inside an SM, with the SM's ports to the crossbar. */
  SM("inside the SM", "rest"),
  /** L2, with the crossbar's ports to it. */
  L2("network and L2", "rest"),
  /** DRAM channels. */
  DRAM("DRAM", "bandwidth");

  private final String title;
  private final String rest;

  ResourceFamily(String title, String rest) {
    this.title = title;
    this.rest = rest;
  }

  /** Returns its resources. */
  public Set<Resource> resources() {
    return switch (this) {
      case SM -> EnumSet.of(Resource.SM);
      case L2 -> EnumSet.of(Resource.L2_CAPACITY, Resource.L2_BANDWIDTH);
      case DRAM -> EnumSet.of(Resource.DRAM);
    };
  }

  /** Returns the parts that copies can tell apart; those of L1 are with shared memory. */
  public List<Resource> parts() {
    return switch (this) {
      case SM -> List.of(Resource.ISSUE, Resource.PIPES, Resource.L1, Resource.CROSSBAR);
      case L2 -> List.copyOf(resources());
      case DRAM -> List.of(Resource.DRAM_ROWS);
    };
  }

  /** Returns the resources that are in none of its parts. */
  public String rest() {
    return rest;
  }

  /** Returns resources as the value of a key {@code copies}. */
  public static JsonNode names(Set<Resource> resources) {
    ArrayNode names = JsonNodeFactory.instance.arrayNode();
    resources.forEach(resource -> names.add(resource.toString()));
    return names;
  }

  /** Returns the resources of all families but this one. */
  public Set<Resource> others() {
    Set<Resource> others = EnumSet.noneOf(Resource.class);
    Stream.of(values()).filter(family -> family != this).forEach(f -> others.addAll(f.resources()));
    return others;
  }

  /** Returns of which resources workloads have copies in the runs that explain a co-run. */
  public static Set<Set<Resource>> copies() {
    List<Set<Resource>> families = Stream.of(values()).map(ResourceFamily::resources).toList();
    return unions(families, EnumSet.noneOf(Resource.class));
  }

  /** Returns the same of the runs that tell its parts apart, as far as the device can have them. */
  public Set<Set<Resource>> copiesOfParts(ExperimentConfig of) {
    List<Set<Resource>> possible = new ArrayList<>();
    for (Resource part : parts()) {
      boolean isApart = part == Resource.L1 && of.gpu().sm().sharedMemory().ownPath();
      Set<Resource> copied = EnumSet.of(part, isApart ? Resource.SHARED_MEMORY : part);
      if (new Copies(copied, of.workloads().size()).violations(of.gpu()).isEmpty()) {
        possible.add(copied);
      }
    }
    return unions(possible, others());
  }

  /** Returns the unions of a set with any choice of some others. */
  private static Set<Set<Resource>> unions(List<Set<Resource>> others, Set<Resource> set) {
    Set<Set<Resource>> unions = new LinkedHashSet<>();
    for (int choice = 0; choice < 1 << others.size(); choice++) {
      Set<Resource> union = EnumSet.copyOf(set);
      for (int i = 0; i < others.size(); i++) {
        union.addAll((choice >> i & 1) == 0 ? Set.of() : others.get(i));
      }
      unions.add(union);
    }
    return unions;
  }

  /** Returns what results call it. */
  @Override
  public String toString() {
    return title;
  }
}
