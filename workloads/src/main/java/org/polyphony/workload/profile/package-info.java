/**
 * Kernel models from Nsight Compute reports: the executed instructions of a launch and its counters
 * become a program in the model language.
 *
 * <p>{@link org.polyphony.workload.profile.ProfileReport} reads the report, {@link
 * org.polyphony.workload.profile.FlowGraph} finds basic blocks and loops, {@link
 * org.polyphony.workload.profile.Regions} structures them, {@link
 * org.polyphony.workload.profile.ModelImport} writes the model.
 */
package org.polyphony.workload.profile;
