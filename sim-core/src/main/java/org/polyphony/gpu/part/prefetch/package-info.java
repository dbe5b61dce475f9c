/** Prefetchers of caches: the interface, what a prefetcher sees, and the bundled prefetchers. */
package org.polyphony.gpu.part.prefetch;
