/** A user's own policy, as docs/policies.md shows it. */
package org.example;
