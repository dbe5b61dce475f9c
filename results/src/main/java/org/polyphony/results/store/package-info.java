/** Files written whole or not at all, and the stores of finished runs. */
package org.polyphony.results.store;
