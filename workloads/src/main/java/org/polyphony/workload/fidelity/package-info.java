/**
 * How closely the device executes each SASS instruction: one table for traces and kernel models,
 * the refusal of what is not modeled, and the count of what is not exact.
 */
package org.polyphony.workload.fidelity;
