/**
 * The result store: files that are whole or absent, JSON whose bytes depend on its values alone,
 * and the cache of alone runs.
 */
package org.polyphony.store;
