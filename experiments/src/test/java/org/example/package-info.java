/** A user's own policy, as the README shows it. */
package org.example;
