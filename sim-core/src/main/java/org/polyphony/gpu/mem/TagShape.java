package org.polyphony.gpu.mem;

/**
 * Geometry of a cache's tag store.
 *
 * @param sectorBytes bytes per sector, a power of two, divides {@code lineBytes}
 * @param setHash hash from line number to set, null to use its low bits
 * @param lines number of data lines, 1 to sets times ways
 */
public record TagShape(
    int sets, int ways, int lineBytes, int sectorBytes, AddressHash setHash, int lines) {
  /**
   * Returns a geometry with a data line for every tag.
   *
   * @param hashedSets whether a polynomial hash of the line selects the set, instead of its low
   *     bits
   */
  public static TagShape full(
      int sets, int ways, int lineBytes, int sectorBytes, boolean hashedSets) {
    int bits = Integer.numberOfTrailingZeros(sets);
    AddressHash hash = hashedSets ? AddressHash.polynomial(bits) : null;
    return new TagShape(sets, ways, lineBytes, sectorBytes, hash, sets * ways);
  }
}
