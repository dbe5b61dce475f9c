/** Replacement policies of caches: the interface, what a policy sees, and the bundled policies. */
package org.polyphony.gpu.part.replacement;
