package org.polyphony.workload.profile;

/** Expressions of the model language for the tiles of a pipeline, and for who works on them. */
final class TileIndices {
  private final Pipeline pipeline;
  private final String block; // linear in the grid
  private final String lineBlock; // linear in the first two sides of the grid
  private final long blocks;

  TileIndices(Pipeline pipeline, KernelProfile profile) {
    this.pipeline = pipeline;
    int x = profile.grid()[0];
    this.block = "bx + " + x + " * (by + " + profile.grid()[1] + " * bz)";
    this.lineBlock = "bx + " + x + " * by";
    this.blocks = profile.blocks();
  }

  /** Returns the counter of a role's loop over tiles. */
  static String tile(Region.Loop loop) {
    return "t" + loop.id();
  }

  /** Returns the counter of a role's loop over the steps of a tile. */
  static String step(Region.Loop loop) {
    return "k" + loop.id();
  }

  /** Returns the trips over tiles: the cluster takes every n-th one. */
  String tileTrips() {
    long clusterTiles = pipeline.tiles() / pipeline.cluster();
    long clusters = clusters();
    return clusterTiles % clusters == 0
        ? Long.toString(clusterTiles / clusters)
        : "(" + (clusterTiles + clusters - 1) + " - " + cluster() + ") / " + clusters;
  }

  private long clusters() {
    return Math.max(1, blocks / pipeline.cluster());
  }

  private String cluster() {
    return pipeline.cluster() == 1
        ? "(" + block + ")"
        : "((" + block + ") / " + pipeline.cluster() + ")";
  }

  /** Returns the rank of a thread block in its cluster. */
  String rank() {
    return "((" + block + ") % " + pipeline.cluster() + ")";
  }

  /** Returns the tile of a trip, of those that clusters share. */
  String clusterTile(String trip) {
    return pipeline.drawsTiles()
        ? "tile"
        : "(" + trip + " * " + clusters() + " + " + cluster() + ")";
  }

  /** Returns the tile of a trip, of those of the thread blocks. */
  String blockTile(String trip) {
    return pipeline.drawsTiles()
        ? "(tile * " + pipeline.cluster() + " + " + rank() + ")"
        : "(" + trip + " * " + blocks + " + " + lineBlock + ")";
  }
}
