/** The partition policies by name, those of users included. */
package org.polyphony.policy.registry;
