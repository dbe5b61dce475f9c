package org.polyphony.workload.order;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class PtxKernelTest {
  private static final String LOOP =
      """
      .version 9.0
      .target sm_75
      .visible .entry _Z3sumPfi(
      	.param .u64 _Z3sumPfi_param_0,
      	.param .u32 _Z3sumPfi_param_1
      )
      .maxntid 256, 1, 1
      {
      	.reg .pred 	%p<3>;
      	.reg .f32 	%f<9>;
      	// demoted variable
      	.shared .align 4 .b8 tile[1024];
      	ld.param.u64 	%rd1, [_Z3sumPfi_param_0];
      	ld.param.u32 	%r1, [_Z3sumPfi_param_1];
      	cvta.to.global.u64 	%rd2, %rd1;
      	@%p1 bra 	$L__BB0_3;

      $L__BB0_2:
      	ld.global.v2.f32 	{%f1, %f2}, [%rd2]; // 3 and 4 before their uses
      	ld.shared.f32 	%f3, [tile+4];
      	add.s64 	%rd2, %rd2, 8;
      	add.f32 	%f4, %f3, %f4;
      	fma.rn.f32 	%f5, %f2, %f4, %f5;
      	setp.ne.s32 	%p2, %r1, 0;
      	@%p2 bra 	$L__BB0_2;

      $L__BB0_3:
      	st.global.f32 	[%rd2], %f5;
      	ret;

      }
      """;

  @Test
  void readsInstructionsLoopsAndThePlainName() {
    PtxKernel kernel = PtxKernel.read(LOOP).get(0);

    assertEquals("sum", kernel.name());
    assertEquals(13, kernel.text().size());
    assertEquals(List.of(new LoadUse.Range(4, 11)), kernel.loops());
  }

  @Test
  void measuresTheLoop() {
    // {f1, f2} is used 4 instructions later, f3 2 later
    assertEquals(new LoadUse(7, 2, 3, 2), PtxKernel.read(LOOP).get(0).loads());
    assertEquals("7,2,3.00,2", PtxLoads.csv(PtxKernel.read(LOOP).get(0).loads()));
  }

  @Test
  void readsEachKernelOfAFile() {
    List<PtxKernel> kernels = PtxKernel.read(LOOP + LOOP.replace("_Z3sumPfi", "plain"));

    assertEquals(List.of("sum", "plain"), kernels.stream().map(PtxKernel::name).toList());
  }
}
