package org.polyphony.figure.maestro;

import static org.polyphony.figure.maestro.Claim.better;
import static org.polyphony.figure.maestro.Claim.betterOverall;
import static org.polyphony.figure.maestro.Claim.close;
import static org.polyphony.figure.maestro.PairStudy.Metric.ANTT;
import static org.polyphony.figure.maestro.PairStudy.Metric.STP;
import static org.polyphony.pairs.Category.COM_COM;
import static org.polyphony.pairs.Category.COM_MEM;
import static org.polyphony.pairs.Category.MEM_MEM;
import static org.polyphony.pairs.Variant.MAESTRO;
import static org.polyphony.pairs.Variant.MAESTRO_FAIR;
import static org.polyphony.pairs.Variant.MAESTRO_IPR;
import static org.polyphony.pairs.Variant.MAESTRO_NONE;
import static org.polyphony.pairs.Variant.SMK_EVEN;
import static org.polyphony.pairs.Variant.SMK_PW;
import static org.polyphony.pairs.Variant.SPATIAL_EVEN;
import static org.polyphony.pairs.Variant.SPATIAL_SMART;
import static org.polyphony.pairs.Variant.WARPED_SLICER;

import java.util.List;

/**
 * The figures about pairs, with the averages and orderings that the paper's text states. Source:
 * GPU Maestro sections 5.1, 5.2, 5.4.
 */
final class PairFigures {
  private PairFigures() {}

  static PairFigure figure11() {
    return new PairFigure(
        "fig11",
        "spatial multitasking, SMK and GPU Maestro by category",
        List.of(
            new PairFigure.Shown("spatial-even", SPATIAL_EVEN, 0.207, 0.722),
            new PairFigure.Shown("smk-even", SMK_EVEN, 0.273, 0.991),
            new PairFigure.Shown("maestro", MAESTRO, 0.450, 0.576)),
        List.of(
            better(COM_COM, STP, SMK_EVEN, SPATIAL_EVEN),
            better(COM_COM, ANTT, SMK_EVEN, SPATIAL_EVEN),
            close(COM_COM, STP, MAESTRO, SMK_EVEN),
            better(COM_MEM, STP, SMK_EVEN, SPATIAL_EVEN),
            better(COM_MEM, ANTT, SPATIAL_EVEN, SMK_EVEN),
            better(COM_MEM, STP, MAESTRO, SMK_EVEN),
            better(COM_MEM, ANTT, MAESTRO, SPATIAL_EVEN),
            better(MEM_MEM, STP, SPATIAL_EVEN, SMK_EVEN),
            better(MEM_MEM, ANTT, SPATIAL_EVEN, SMK_EVEN),
            better(MEM_MEM, STP, MAESTRO, SPATIAL_EVEN),
            better(MEM_MEM, ANTT, MAESTRO, SPATIAL_EVEN),
            betterOverall(STP, SMK_EVEN, SPATIAL_EVEN),
            betterOverall(ANTT, SPATIAL_EVEN, SMK_EVEN),
            betterOverall(STP, MAESTRO, SPATIAL_EVEN),
            betterOverall(STP, MAESTRO, SMK_EVEN),
            betterOverall(ANTT, MAESTRO, SPATIAL_EVEN),
            betterOverall(ANTT, MAESTRO, SMK_EVEN)));
  }

  static PairFigure figure12() {
    return new PairFigure(
        "fig12",
        "kernel-aware warp scheduling under GPU Maestro",
        List.of(
            new PairFigure.Shown("none", MAESTRO_NONE, 0.390, 0.734),
            new PairFigure.Shown("lrr", MAESTRO, 0.450, 0.576),
            new PairFigure.Shown("ipr", MAESTRO_IPR, 0.444, 0.596),
            new PairFigure.Shown("fair", MAESTRO_FAIR, 0.408, 0.589)),
        List.of(
            betterOverall(STP, MAESTRO, MAESTRO_NONE),
            betterOverall(ANTT, MAESTRO, MAESTRO_NONE),
            betterOverall(STP, MAESTRO_IPR, MAESTRO_NONE),
            betterOverall(ANTT, MAESTRO_IPR, MAESTRO_NONE),
            betterOverall(STP, MAESTRO_FAIR, MAESTRO_NONE),
            betterOverall(ANTT, MAESTRO_FAIR, MAESTRO_NONE),
            betterOverall(STP, MAESTRO, MAESTRO_IPR),
            betterOverall(ANTT, MAESTRO, MAESTRO_IPR),
            betterOverall(STP, MAESTRO, MAESTRO_FAIR),
            betterOverall(ANTT, MAESTRO, MAESTRO_FAIR)));
  }

  static PairFigure figure14() {
    return new PairFigure(
        "fig14",
        "GPU Maestro and prior works by category",
        List.of(
            new PairFigure.Shown("spatial-smart", SPATIAL_SMART, 0.207, 0.722),
            new PairFigure.Shown("smk-pw", SMK_PW, 0.262, 0.903),
            new PairFigure.Shown("warped-slicer", WARPED_SLICER, 0.303, 0.784),
            new PairFigure.Shown("maestro", MAESTRO, 0.450, 0.576)),
        List.of(
            betterOverall(STP, SMK_PW, SPATIAL_SMART),
            betterOverall(ANTT, SPATIAL_SMART, SMK_PW),
            betterOverall(STP, WARPED_SLICER, SMK_PW),
            betterOverall(ANTT, WARPED_SLICER, SMK_PW),
            betterOverall(STP, MAESTRO, SPATIAL_SMART),
            betterOverall(ANTT, MAESTRO, SPATIAL_SMART),
            betterOverall(STP, MAESTRO, SMK_PW),
            betterOverall(ANTT, MAESTRO, SMK_PW),
            betterOverall(STP, MAESTRO, WARPED_SLICER),
            betterOverall(ANTT, MAESTRO, WARPED_SLICER)));
  }
}
