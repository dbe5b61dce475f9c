package org.polyphony.cli;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.policy.partition.DeviceView;
import org.polyphony.policy.partition.PartitionPolicy;

/** What {@code validate} does with policies of the user's own: their code does not run. */
class ValidateOwnPolicyTest {
  @RegisterExtension private final CommandFolder folder = new CommandFolder();

  /** Divides nothing. */
  public abstract static class Idle implements PartitionPolicy {
    @Override
    public long partition(long cycle, DeviceView device, Quotas quotas) {
      return NEVER;
    }
  }

  /** Cannot be initialized. */
  public static final class Initialised extends Idle {
    static final int NUMBER = Integer.parseInt("initialised");

    /** Takes parameters. */
    public Initialised(Map<String, Object> parameters) {}
  }

  /** Takes no parameters. */
  public static final class Plain extends Idle {}

  /** Has no public constructor. */
  public static final class Hidden extends Idle {
    Hidden() {}
  }

  /** Is no policy. */
  public static final class Other {}

  private CommandRun command(String name, String policy, String parameters) throws IOException {
    folder.write(
        "e.json",
        """
            { "gpu": "gtx980", "workloads": ["sample-saxpy", "sample-gather"],
              "policy": { "name": "%s"%s } }
            """
            .formatted(getClass().getName() + "$" + policy, parameters));
    return folder.refused(name + " ./e.json");
  }

  @ParameterizedTest
  @CsvSource({"validate, valid: an experiment", "describe, ValidateOwnPolicyTest$Initialised"})
  void initialisesNoClass(String command, String shown) throws IOException {
    CommandRun run = command(command, "Initialised", ", \"some\": 1");

    run.shows(shown);
  }

  @Test
  void aRunInitialisesIt() throws IOException {
    command("run", "Initialised", "")
        .assertBadInput("cannot be constructed: java.lang.NumberFormatException: ", ".<clinit>(");
  }

  @Test
  void refusesWhatCannotWork() throws IOException {
    command("validate", "Missing", "").assertBadInput("$Missing", "a class on the class path");
    command("validate", "Other", "").assertBadInput("$Other does not implement");
    command("validate", "Idle", "").assertBadInput("$Idle cannot be constructed: it is abstract");
    command("validate", "Hidden", "").assertBadInput("$Hidden has no public constructor");
    command("validate", "Plain", ", \"some\": 1").assertBadInput("$Plain takes no parameters");
  }
}
