/** Partition policies by name, including user-defined ones. */
package org.polyphony.policy.registry;
