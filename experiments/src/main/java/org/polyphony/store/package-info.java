/** Storage of results: atomic files, JSON with canonical bytes, and the cache of alone runs. */
package org.polyphony.store;
