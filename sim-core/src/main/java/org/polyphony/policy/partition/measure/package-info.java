/** What policies that measure have in common: who runs, what each SM holds, and an epoch. */
package org.polyphony.policy.partition.measure;
