/**
 * Kernel models from Nsight Compute reports: the executed instructions of a launch and its counters
 * become a program in the model language.
 *
 * <p>{@link org.polyphony.workload.profile.ProfileReport} reads the two pages. {@link
 * org.polyphony.workload.profile.FlowGraph} finds basic blocks and loops, {@link
 * org.polyphony.workload.profile.Regions} structures them, {@link
 * org.polyphony.workload.profile.Values} follows registers. From these, {@link
 * org.polyphony.workload.profile.AddressLayout} places arrays and {@link
 * org.polyphony.workload.profile.PipelineSearch} finds the pipeline. {@link
 * org.polyphony.workload.profile.ModelWriter} and {@link
 * org.polyphony.workload.profile.PipelineWriter} write what was found, {@link
 * org.polyphony.workload.profile.ModelImport} puts a model together.
 */
package org.polyphony.workload.profile;
