"""Kernels of PyTorch and Triton of many kinds, each launched once in an NVTX range of its name, for a profiler.

python3 kernels.py run [NAME...] launches them; python3 kernels.py list prints the names. A kernel that this machine cannot
build is named on the standard error and left out.
"""
import math, sys
import torch, torch.nn.functional as F
import triton, triton.language as tl

torch.manual_seed(0)
dev = torch.device("cuda")
bf, half, f32, f64, e4m3 = torch.bfloat16, torch.float16, torch.float32, torch.float64, torch.float8_e4m3fn
KERNELS = {}


def kernel(*variants):
    """Registers a function that builds the inputs and returns the launch; variants are (name, arguments...)."""
    def register(build):
        for name, *arguments in variants:
            KERNELS[name] = lambda build=build, arguments=arguments: build(*arguments)
        return build
    return register


def r(*shape, dtype=bf):
    return (torch.randn(*shape, device=dev) * 0.1).to(dtype)


# ---- Matrix products

@kernel(("gemm_bf16_qkv", 1024, 6144, 4096, bf), ("gemm_bf16_up", 1024, 14336, 4096, bf), ("gemm_bf16_down", 512, 4096, 14336, bf),
        ("gemm_bf16_square", 2048, 2048, 2048, bf), ("gemm_bf16_decode1", 1, 14336, 4096, bf), ("gemm_bf16_decode16", 16, 14336, 4096, bf),
        ("gemm_bf16_decode128", 128, 4096, 4096, bf), ("gemm_bf16_long_k", 256, 256, 65536, bf), ("gemm_bf16_tall", 65536, 64, 512, bf),
        ("gemm_bf16_odd", 1000, 1048, 1032, bf), ("gemm_bf16_head", 32, 32000, 4096, bf), ("gemm_fp16_square", 1536, 1536, 1536, half),
        ("gemm_fp16_decode32", 32, 8192, 8192, half), ("gemm_fp16_long_k", 512, 512, 32768, half))
def linear(m, n, k, dtype):
    a, w, out = r(m, k, dtype=dtype), r(n, k, dtype=dtype), torch.empty(m, n, device=dev, dtype=dtype)
    return lambda: torch.mm(a, w.t(), out=out)


@kernel(("gemm_bf16_nn", 2048, 2048, 1024, False), ("gemm_bf16_tn", 2048, 2048, 1024, True))
def layouts(m, n, k, transposed):
    a, b, out = (r(k, m).t() if transposed else r(m, k)), r(k, n), torch.empty(m, n, device=dev, dtype=bf)
    return lambda: torch.mm(a, b, out=out)


@kernel(("gemm_tf32_square", 1536, 1536, 1536, True), ("gemm_tf32_long_k", 384, 512, 16384, True), ("gemm_tf32_decode64", 64, 4096, 4096, True),
        ("gemm_fp32", 1024, 1024, 1024, False), ("gemm_fp32_thin", 4096, 64, 1024, False))
def single(m, n, k, tf32):
    a, b, out = r(m, k, dtype=f32), r(k, n, dtype=f32), torch.empty(m, n, device=dev)
    def launch():
        torch.backends.cuda.matmul.allow_tf32 = tf32
        torch.mm(a, b, out=out)
    return launch


@kernel(("gemm_fp64", 768, 768, 768))
def double(m, n, k):
    a, b = r(m, k, dtype=f64), r(k, n, dtype=f64)
    return lambda: torch.mm(a, b)


@kernel(("gemm_fp8_prefill", 1024, 4096, 4096), ("gemm_fp8_decode", 32, 14336, 4096), ("gemm_fp8_square", 2048, 2048, 2048))
def fp8(m, n, k):
    a, b, one = r(m, k).to(e4m3), r(n, k).to(e4m3), torch.ones((), device=dev)
    return lambda: torch._scaled_mm(a, b.t(), scale_a=one, scale_b=one, out_dtype=bf)


@kernel(("gemm_fp8_rowwise", 1024, 4096, 2048))
def fp8_rows(m, n, k):
    a, b, sa, sb = r(m, k).to(e4m3), r(n, k).to(e4m3), torch.ones(m, 1, device=dev), torch.ones(1, n, device=dev)
    return lambda: torch._scaled_mm(a, b.t(), scale_a=sa, scale_b=sb, out_dtype=bf)


@kernel(("gemm_int8_prefill", 1024, 4096, 4096), ("gemm_int8_decode", 64, 8192, 4096))
def int8(m, n, k):
    a, b = (torch.randint(-9, 9, s, device=dev, dtype=torch.int8) for s in ((m, k), (n, k)))
    return lambda: torch._int_mm(a, b.t())


@kernel(("gemm_bias", False), ("gemm_bias_gelu", True))
def bias(gelu):
    a, w, b = r(1024, 2048), r(4096, 2048), r(4096)
    return lambda: torch._addmm_activation(b, a, w.t(), use_gelu=True) if gelu else torch.addmm(b, a, w.t())


@kernel(("bmm_bf16_scores", 32, 1024, 1024, 64, bf), ("bmm_bf16_values", 32, 1024, 64, 1024, bf), ("bmm_fp16_small", 512, 128, 128, 128, half),
        ("bmm_fp32_tiny", 2048, 32, 32, 64, f32), ("bmm_bf16_vector", 64, 1, 2048, 128, bf))
def batched(batch, m, n, k, dtype):
    a, b, out = r(batch, m, k, dtype=dtype), r(batch, k, n, dtype=dtype), torch.empty(batch, m, n, device=dev, dtype=dtype)
    return lambda: torch.bmm(a, b, out=out)


@kernel(("gemm_grouped",))
def grouped():
    a, b, ends = r(2048, 2048), r(8, 2048, 1024), torch.arange(256, 2049, 256, device=dev, dtype=torch.int32)
    return lambda: torch._grouped_mm(a, b.contiguous().transpose(-2, -1).contiguous().transpose(-2, -1), offs=ends)


# ---- Convolutions and pooling

@kernel(("conv_fp16_3x3", 16, 64, 64, 56, 3, 1, half, 1), ("conv_fp16_1x1", 16, 256, 64, 56, 1, 1, half, 1), ("conv_fp16_stride2", 16, 128, 128, 56, 3, 2, half, 1),
        ("conv_bf16_deep", 16, 512, 512, 14, 3, 1, bf, 1), ("conv_fp32_3x3", 8, 64, 64, 56, 3, 1, f32, 1), ("conv_depthwise", 16, 192, 192, 56, 3, 1, half, 192))
def convolution(n, c, out, side, size, stride, dtype, groups):
    x = r(n, c, side, side, dtype=dtype).to(memory_format=torch.channels_last)
    w = r(out, c // groups, size, size, dtype=dtype).to(memory_format=torch.channels_last)
    return lambda: F.conv2d(x, w, stride=stride, padding=size // 2, groups=groups)


@kernel(("conv_weight_gradient",))
def weight_gradient():
    x, g = (r(16, 64, 56, 56, dtype=half).to(memory_format=torch.channels_last) for _ in range(2))
    w = r(64, 64, 3, 3, dtype=half).to(memory_format=torch.channels_last)
    return lambda: torch.ops.aten.convolution_backward(g, x, w, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1, [False, True, False])


@kernel(("max_pool", F.max_pool2d), ("avg_pool", F.avg_pool2d))
def pooling(pool):
    x = r(32, 64, 112, 112, dtype=f32)
    return lambda: pool(x, 3, 2, 1)


@kernel(("upsample_bilinear",))
def upsample():
    x = r(8, 64, 64, 64, dtype=f32)
    return lambda: F.interpolate(x, scale_factor=2, mode="bilinear", align_corners=False)


# ---- Attention

def attend(backend, q, k, v, causal=False, gqa=False):
    with torch.nn.attention.sdpa_kernel(backend):
        return F.scaled_dot_product_attention(q, k, v, is_causal=causal, enable_gqa=gqa)


BACKEND = torch.nn.attention.SDPBackend


@kernel(("flash_64", BACKEND.FLASH_ATTENTION, 4, 16, 1024, 1024, 64, False), ("flash_64_causal", BACKEND.FLASH_ATTENTION, 4, 16, 2048, 2048, 64, True),
        ("flash_128", BACKEND.FLASH_ATTENTION, 2, 16, 1024, 1024, 128, False), ("flash_128_causal", BACKEND.FLASH_ATTENTION, 2, 16, 2048, 2048, 128, True),
        ("flash_decode", BACKEND.FLASH_ATTENTION, 8, 16, 1, 4096, 128, False), ("flash_short", BACKEND.FLASH_ATTENTION, 64, 12, 128, 128, 64, False),
        ("efficient_64", BACKEND.EFFICIENT_ATTENTION, 2, 16, 1024, 1024, 64, False), ("efficient_causal", BACKEND.EFFICIENT_ATTENTION, 2, 16, 1024, 1024, 64, True),
        ("cudnn_128_causal", BACKEND.CUDNN_ATTENTION, 2, 16, 2048, 2048, 128, True))
def attention(backend, batch, heads, length, keys, size, causal):
    q, k, v = r(batch, heads, length, size), r(batch, heads, keys, size), r(batch, heads, keys, size)
    return lambda: attend(backend, q, k, v, causal)


@kernel(("flash_backward", BACKEND.FLASH_ATTENTION), ("efficient_backward", BACKEND.EFFICIENT_ATTENTION))
def attention_backward(backend):
    q, k, v = (r(2, 8, 1024, 64).requires_grad_() for _ in range(3))
    out = attend(backend, q, k, v, True); g = torch.randn_like(out)
    return lambda: torch.autograd.grad(out, (q, k, v), g, retain_graph=True)


@triton.jit
def paged_decode(q_ptr, k_ptr, v_ptr, table_ptr, out_ptr, pages, scale, HEADS: tl.constexpr, PAGE: tl.constexpr, SIZE: tl.constexpr):
    sequence, head = tl.program_id(0), tl.program_id(1)
    d, slots = tl.arange(0, SIZE), tl.arange(0, PAGE)
    q = tl.load(q_ptr + (sequence * HEADS + head) * SIZE + d).to(tl.float32)
    best, total, acc = -float("inf"), 0.0, tl.zeros([SIZE], tl.float32)
    for page in range(pages):
        at = tl.load(table_ptr + sequence * pages + page)
        rows = ((at * HEADS + head) * PAGE + slots)[:, None] * SIZE + d[None, :]
        s = tl.sum(tl.load(k_ptr + rows).to(tl.float32) * q[None, :], 1) * scale
        top = tl.maximum(best, tl.max(s, 0)); p = tl.exp(s - top); shrink = tl.exp(best - top)
        acc = acc * shrink + tl.sum(p[:, None] * tl.load(v_ptr + rows).to(tl.float32), 0)
        total = total * shrink + tl.sum(p, 0); best = top
    tl.store(out_ptr + (sequence * HEADS + head) * SIZE + d, (acc / total).to(tl.bfloat16))


@kernel(("paged_decode", 32, 16, 64))
def paged(sequences, heads, pages):
    k, v = (r(sequences * pages, heads, 16, 128) for _ in range(2))
    q, out = r(sequences, heads, 128), torch.empty(sequences, heads, 128, device=dev, dtype=bf)
    table = torch.randperm(sequences * pages, device=dev).to(torch.int32)
    return lambda: paged_decode[(sequences, heads)](q, k, v, table, out, pages, 0.09, heads, 16, 128)


@kernel(("kv_pages_read",))
def pages_read():
    cache, at, out = r(4096, 16 * 8 * 128), torch.randperm(4096, device=dev)[:1024], torch.empty(1024, 16 * 8 * 128, device=dev, dtype=bf)
    return lambda: torch.index_select(cache, 0, at, out=out)


@kernel(("kv_pages_write",))
def pages_write():
    cache, at, new = r(65536, 1024), torch.randperm(65536, device=dev)[:16384], r(16384, 1024)
    return lambda: cache.index_copy_(0, at, new)


# ---- Normalisation, softmax, losses

@kernel(("layer_norm", 16384, 4096, bf), ("layer_norm_narrow", 131072, 256, bf), ("layer_norm_fp32", 8192, 2048, f32))
def layer_norm(rows, width, dtype):
    x, w, b = r(rows, width, dtype=dtype), r(width, dtype=dtype), r(width, dtype=dtype)
    return lambda: F.layer_norm(x, (width,), w, b)


@kernel(("layer_norm_backward",))
def layer_norm_backward():
    x, w, b = r(8192, 2048).requires_grad_(), r(2048).requires_grad_(), r(2048).requires_grad_()
    y = F.layer_norm(x, (2048,), w, b); g = torch.randn_like(y)
    return lambda: torch.autograd.grad(y, (x, w, b), g, retain_graph=True)


@kernel(("rms_norm", 16384, 4096))
def rms_norm(rows, width):
    x, w = r(rows, width), r(width)
    return lambda: F.rms_norm(x, (width,), w)


@kernel(("group_norm",))
def group_norm():
    x, w, b = r(16, 128, 64, 64, dtype=f32), r(128, dtype=f32), r(128, dtype=f32)
    return lambda: F.group_norm(x, 32, w, b)


@kernel(("batch_norm",))
def batch_norm():
    x, w, b = r(32, 128, 56, 56, dtype=f32), r(128, dtype=f32), r(128, dtype=f32)
    return lambda: torch.native_batch_norm(x, w, b, None, None, True, 0.1, 1e-5)


@kernel(("softmax_1024", 32768, 1024, bf), ("softmax_8192", 4096, 8192, bf), ("softmax_32000", 1024, 32000, f32), ("softmax_64", 524288, 64, f32))
def softmax(rows, width, dtype):
    x = r(rows, width, dtype=dtype)
    return lambda: torch.softmax(x, -1)


@kernel(("log_softmax_50257",))
def log_softmax():
    x = r(1024, 50257, dtype=f32)
    return lambda: torch.log_softmax(x, -1)


@kernel(("softmax_backward",))
def softmax_backward():
    y, g = torch.softmax(r(8192, 2048, dtype=f32), -1), r(8192, 2048, dtype=f32)
    return lambda: torch._softmax_backward_data(g, y, -1, f32)


@kernel(("cross_entropy_nll",))
def nll():
    x, t = torch.log_softmax(r(8192, 8192, dtype=f32), -1), torch.randint(0, 8192, (8192,), device=dev)
    return lambda: F.nll_loss(x, t)


# ---- Element by element

ELEMENTS = 1 << 25


@kernel(("gelu_bf16", torch.ops.aten.gelu.out, bf), ("silu_bf16", torch.ops.aten.silu.out, bf), ("tanh_fp16", torch.ops.aten.tanh.out, half),
        ("relu_fp32", torch.ops.aten.relu.out, f32), ("exp_fp32", torch.ops.aten.exp.out, f32), ("erf_fp64", torch.ops.aten.erf.out, f64),
        ("rsqrt_bf16", torch.ops.aten.rsqrt.out, bf), ("log_fp32", torch.ops.aten.log.out, f32), ("sin_fp32", torch.ops.aten.sin.out, f32))
def unary(op, dtype):
    x = torch.rand(ELEMENTS // (4 if dtype == f64 else 1), device=dev).to(dtype); out = torch.empty_like(x)
    return lambda: op(x, out=out)


@kernel(("mul_bf16", torch.mul, bf), ("add_fp32", torch.add, f32), ("pow_fp32", torch.pow, f32), ("lt_bf16", torch.lt, bf))
def binary(op, dtype):
    a, b = (torch.rand(ELEMENTS, device=dev).to(dtype) for _ in range(2))
    return lambda: op(a, b)


@kernel(("square_same",))
def same():
    a, out = torch.rand(ELEMENTS, device=dev), torch.empty(ELEMENTS, device=dev)
    return lambda: torch.mul(a, a, out=out)


@kernel(("add_in_place",))
def in_place():
    a, b = torch.rand(ELEMENTS, device=dev), torch.rand(ELEMENTS, device=dev)
    return lambda: a.add_(b)


@kernel(("add_row_broadcast",))
def row_broadcast():
    a, b = r(8192, 4096), r(4096)
    return lambda: a + b


@kernel(("mul_column_broadcast",))
def column_broadcast():
    a, b = r(8192, 4096), r(8192, 1)
    return lambda: a * b


@kernel(("gelu_backward",))
def gelu_backward():
    x, g = r(8192, 4096), r(8192, 4096)
    return lambda: torch.ops.aten.gelu_backward(g, x)


@kernel(("dropout",))
def dropout():
    x = r(ELEMENTS)
    return lambda: torch.native_dropout(x, 0.1, True)


@kernel(("where_fp32",))
def where():
    m, a, b = torch.rand(ELEMENTS, device=dev) < 0.5, torch.rand(ELEMENTS, device=dev), torch.rand(ELEMENTS, device=dev)
    return lambda: torch.where(m, a, b)


@kernel(("masked_fill",))
def masked_fill():
    x, m = r(16, 1024, 1024), torch.ones(1024, 1024, device=dev, dtype=torch.bool).triu(1)
    return lambda: x.masked_fill(m, -1e4)


@kernel(("lerp_fp32",))
def lerp():
    a, b = torch.rand(ELEMENTS, device=dev), torch.rand(ELEMENTS, device=dev)
    return lambda: torch.lerp(a, b, 0.3)


@kernel(("normal_fp32",))
def normal():
    x = torch.empty(ELEMENTS, device=dev)
    return lambda: x.normal_()


@kernel(("rope_halves",))
def rope():
    x, c, s = r(8, 32, 1024, 128), r(1024, 128), r(1024, 128)
    turned = torch.cat((-x[..., 64:], x[..., :64]), -1)
    return lambda: torch.addcmul(x, turned, s)


# ---- Moves and casts

@kernel(("transpose_fp32", 4096, 4096, f32), ("transpose_bf16", 8192, 4096, bf), ("transpose_int8", 8192, 8192, torch.int8))
def transpose(rows, columns, dtype):
    x = torch.ones(rows, columns, device=dev, dtype=dtype); out = torch.empty(columns, rows, device=dev, dtype=dtype)
    return lambda: out.copy_(x.t())


@kernel(("permute_heads",))
def permute():
    x = r(8, 1024, 32, 128)
    return lambda: x.permute(0, 2, 1, 3).contiguous()


@kernel(("cast_fp32_bf16", f32, bf), ("cast_bf16_fp32", bf, f32), ("cast_bf16_fp8", bf, e4m3), ("cast_int64_fp32", torch.int64, f32))
def cast(a, b):
    x = torch.ones(ELEMENTS, device=dev).to(a)
    return lambda: x.to(b)


@kernel(("cat_columns", 1), ("cat_rows", 0))
def cat(dim):
    a, b = r(4096, 4096), r(4096, 4096)
    return lambda: torch.cat((a, b), dim)


@kernel(("fill",))
def fill():
    x = torch.empty(ELEMENTS, device=dev)
    return lambda: x.fill_(1)


@kernel(("flip", lambda x: x.flip(1)), ("roll", lambda x: x.roll(100, 1)), ("pad", lambda x: F.pad(x, (3, 5))), ("tril", lambda x: x.tril()),
        ("repeat_rows", lambda x: x[:1024].repeat_interleave(4, 0)), ("strided_copy", lambda x: x[:, ::2].contiguous()))
def move(op):
    x = r(4096, 4096, dtype=f32)
    return lambda: op(x)


# ---- Reductions, scans, sorting

@kernel(("sum_all", lambda x: x.sum()), ("sum_rows", lambda x: x.sum(1)), ("sum_columns", lambda x: x.sum(0)), ("mean_rows", lambda x: x.mean(1)),
        ("var_rows", lambda x: x.var(1)), ("argmax_rows", lambda x: x.argmax(1)), ("norm_all", lambda x: torch.linalg.vector_norm(x)),
        ("amax_columns", lambda x: x.amax(0)), ("logsumexp", lambda x: torch.logsumexp(x, 1)), ("any_rows", lambda x: x.any(1)),
        ("cumsum_rows", lambda x: x.cumsum(1)), ("cumsum_columns", lambda x: x.cumsum(0)), ("cummax_rows", lambda x: x[:512].cummax(1)))
def reduction(op):
    x = r(8192, 4096, dtype=f32)
    return lambda: op(x)


@kernel(("sum_bf16_rows",))
def sum_bf16():
    x = r(32768, 2048)
    return lambda: x.sum(-1)


@kernel(("cumsum_flat",))
def cumsum_flat():
    x = torch.rand(1 << 23, device=dev)
    return lambda: x.cumsum(0)


@kernel(("sort_flat",))
def sort_flat():
    x = torch.randint(0, 1 << 30, (1 << 21,), device=dev, dtype=torch.int32)
    return lambda: x.sort()


@kernel(("sort_rows",))
def sort_rows():
    x = torch.rand(4096, 1024, device=dev)
    return lambda: x.sort(-1)


@kernel(("topk_vocabulary", 64, 32000, 50), ("topk_experts", 16384, 64, 8))
def topk(rows, width, k):
    x = torch.rand(rows, width, device=dev)
    return lambda: x.topk(k, -1)


@kernel(("histogram",))
def histogram():
    x = torch.rand(1 << 23, device=dev)
    return lambda: torch.histc(x, 256, 0, 1)


@kernel(("bincount_experts",))
def bincount():
    x, out = torch.randint(0, 64, (1 << 20,), device=dev), torch.zeros(64, device=dev)
    one = torch.ones(1 << 20, device=dev)
    return lambda: out.scatter_add_(0, x, one)


@kernel(("nonzero",))
def nonzero():
    x = torch.rand(1 << 22, device=dev) < 0.3
    return lambda: x.nonzero()


# ---- Gather, scatter, embedding, routing

@kernel(("embedding",))
def embedding():
    w, t = r(50257, 2048), torch.randint(0, 50257, (16384,), device=dev)
    return lambda: F.embedding(t, w)


@kernel(("embedding_backward",))
def embedding_backward():
    g, t = r(8192, 1024, dtype=f32), torch.randint(0, 20000, (8192,), device=dev)
    return lambda: torch.ops.aten.embedding_dense_backward(g, t, 20000, -1, False)


@kernel(("embedding_bag",))
def embedding_bag():
    w, t, o = r(1 << 20, 64, dtype=f32), torch.randint(0, 1 << 20, (1 << 18,), device=dev), torch.arange(0, 1 << 18, 32, device=dev)
    return lambda: F.embedding_bag(t, w, o, mode="sum")


@kernel(("gather_rows",))
def gather_rows():
    x, t = r(8192, 4096, dtype=f32), torch.randint(0, 4096, (8192, 1024), device=dev)
    return lambda: x.gather(1, t)


@kernel(("take_random",))
def take():
    x, t = torch.rand(1 << 25, device=dev), torch.randint(0, 1 << 25, (1 << 22,), device=dev)
    return lambda: torch.take(x, t)


@kernel(("scatter_random",))
def scatter():
    x, t, v = torch.zeros(1 << 24, device=dev), torch.randperm(1 << 24, device=dev)[:1 << 22], torch.rand(1 << 22, device=dev)
    return lambda: x.scatter_(0, t, v)


@kernel(("scatter_add_dense",))
def scatter_add():
    x, t, v = torch.zeros(1 << 18, device=dev), torch.randint(0, 1 << 18, (1 << 22,), device=dev), torch.rand(1 << 22, device=dev)
    return lambda: x.scatter_add_(0, t, v)


@kernel(("index_add_rows",))
def index_add():
    x, t, v = torch.zeros(4096, 1024, device=dev), torch.randint(0, 4096, (16384,), device=dev), r(16384, 1024, dtype=f32)
    return lambda: x.index_add_(0, t, v)


@kernel(("moe_dispatch",))
def moe_dispatch():
    x, order = r(8192, 2048), torch.randperm(16384, device=dev) % 8192
    return lambda: x[order]


@kernel(("moe_combine",))
def moe_combine():
    x, w = r(8192, 2, 2048), r(8192, 2, 1)
    return lambda: (x * w)


# ---- Optimizers

@kernel(("adamw_fused",))
def adamw():
    p, g, m, v = ([torch.rand(1 << 22, device=dev) for _ in range(4)] for _ in range(4)); s = [torch.ones((), device=dev) for _ in range(4)]
    return lambda: torch._fused_adamw_(p, g, m, v, [], s, lr=1e-3, beta1=.9, beta2=.99, weight_decay=.01, eps=1e-8, amsgrad=False, maximize=False)


@kernel(("sgd_fused",))
def sgd():
    p, g, m = ([torch.rand(1 << 22, device=dev) for _ in range(4)] for _ in range(3))
    return lambda: torch._fused_sgd_(p, g, m, weight_decay=.01, momentum=.9, lr=1e-3, dampening=0., nesterov=False, maximize=False, is_first_step=False)


@kernel(("foreach_add",))
def foreach_add():
    p, g = ([torch.rand(1 << 21, device=dev) for _ in range(8)] for _ in range(2))
    return lambda: torch._foreach_add_(p, g, alpha=-1e-3)


@kernel(("gradient_norm",))
def gradient_norm():
    g = [torch.rand(1 << 22, device=dev) for _ in range(4)]
    return lambda: torch._foreach_norm(g)


# ---- Triton

@triton.jit
def t_softmax(x_ptr, out_ptr, width, WIDTH: tl.constexpr):
    row = tl.program_id(0); at = tl.arange(0, WIDTH)
    x = tl.load(x_ptr + row * width + at, mask=at < width, other=-float("inf")).to(tl.float32)
    e = tl.exp(x - tl.max(x, 0))
    tl.store(out_ptr + row * width + at, e / tl.sum(e, 0), mask=at < width)


@kernel(("triton_softmax", 16384, 2000), ("triton_softmax_wide", 2048, 12000))
def triton_softmax(rows, width):
    x, out = r(rows, width, dtype=f32), torch.empty(rows, width, device=dev)
    return lambda: t_softmax[(rows,)](x, out, width, triton.next_power_of_2(width), num_warps=8)


@triton.jit
def t_layer_norm(x_ptr, out_ptr, w_ptr, b_ptr, width, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    total = tl.zeros([BLOCK], tl.float32)
    for off in range(0, width, BLOCK):
        at = off + tl.arange(0, BLOCK); total += tl.load(x_ptr + row * width + at, mask=at < width, other=0.).to(tl.float32)
    mean = tl.sum(total, 0) / width
    total = tl.zeros([BLOCK], tl.float32)
    for off in range(0, width, BLOCK):
        at = off + tl.arange(0, BLOCK)
        x = tl.where(at < width, tl.load(x_ptr + row * width + at, mask=at < width, other=0.).to(tl.float32) - mean, 0.); total += x * x
    scale = 1 / tl.sqrt(tl.sum(total, 0) / width + eps)
    for off in range(0, width, BLOCK):
        at = off + tl.arange(0, BLOCK); m = at < width
        x = tl.load(x_ptr + row * width + at, mask=m, other=0.).to(tl.float32)
        tl.store(out_ptr + row * width + at, (x - mean) * scale * tl.load(w_ptr + at, mask=m) + tl.load(b_ptr + at, mask=m), mask=m)


@kernel(("triton_layer_norm",))
def triton_layer_norm():
    x, w, b, out = r(8192, 4096, dtype=half), r(4096, dtype=half), r(4096, dtype=half), torch.empty(8192, 4096, device=dev, dtype=half)
    return lambda: t_layer_norm[(8192,)](x, out, w, b, 4096, 1e-5, 1024, num_warps=4)


@triton.jit
def t_rms_norm(x_ptr, w_ptr, out_ptr, width: tl.constexpr):
    row = tl.program_id(0); at = tl.arange(0, width)
    x = tl.load(x_ptr + row * width + at).to(tl.float32)
    y = x * tl.rsqrt(tl.sum(x * x, 0) / width + 1e-5) * tl.load(w_ptr + at).to(tl.float32)
    tl.store(out_ptr + row * width + at, y.to(tl.bfloat16))


@kernel(("triton_rms_norm",))
def triton_rms_norm():
    x, w, out = r(16384, 4096), r(4096), torch.empty(16384, 4096, device=dev, dtype=bf)
    return lambda: t_rms_norm[(16384,)](x, w, out, 4096, num_warps=8)


@triton.jit
def t_rope(x_ptr, cos_ptr, sin_ptr, out_ptr, heads, length, HALF: tl.constexpr):
    row = tl.program_id(0); at = tl.arange(0, HALF); position = row % length
    a, b = tl.load(x_ptr + row * 2 * HALF + at).to(tl.float32), tl.load(x_ptr + row * 2 * HALF + HALF + at).to(tl.float32)
    c, s = tl.load(cos_ptr + position * HALF + at), tl.load(sin_ptr + position * HALF + at)
    tl.store(out_ptr + row * 2 * HALF + at, (a * c - b * s).to(tl.bfloat16))
    tl.store(out_ptr + row * 2 * HALF + HALF + at, (b * c + a * s).to(tl.bfloat16))


@kernel(("triton_rope",))
def triton_rope():
    x, c, s = r(4 * 32 * 1024, 128), r(1024, 64, dtype=f32), r(1024, 64, dtype=f32); out = torch.empty_like(x)
    return lambda: t_rope[(4 * 32 * 1024,)](x, c, s, out, 32, 1024, 64, num_warps=1)


@triton.jit
def t_swiglu(x_ptr, out_ptr, width, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.program_id(1) * BLOCK + tl.arange(0, BLOCK); m = at < width
    a = tl.load(x_ptr + row * 2 * width + at, mask=m).to(tl.float32); b = tl.load(x_ptr + row * 2 * width + width + at, mask=m).to(tl.float32)
    tl.store(out_ptr + row * width + at, (a * tl.sigmoid(a) * b).to(tl.bfloat16), mask=m)


@kernel(("triton_swiglu",))
def triton_swiglu():
    x, out = r(2048, 2 * 14336), torch.empty(2048, 14336, device=dev, dtype=bf)
    return lambda: t_swiglu[(2048, 14)](x, out, 14336, 1024, num_warps=4)


@triton.jit
def t_matmul(a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(0); rows, columns = tl.cdiv(M, BM), tl.cdiv(N, BN)
    group = pid // (GROUP * columns); first = group * GROUP; size = min(rows - first, GROUP)
    i, j = first + (pid % (GROUP * columns)) % size, (pid % (GROUP * columns)) // size
    m, n, k = (i * BM + tl.arange(0, BM)) % M, (j * BN + tl.arange(0, BN)) % N, tl.arange(0, BK)
    a, b = a_ptr + m[:, None] * K + k[None, :], b_ptr + k[:, None] * N + n[None, :]
    acc = tl.zeros((BM, BN), tl.float32)
    for step in range(0, tl.cdiv(K, BK)):
        acc = tl.dot(tl.load(a, mask=k[None, :] < K - step * BK, other=0.), tl.load(b, mask=k[:, None] < K - step * BK, other=0.), acc)
        a += BK; b += BK * N
    m, n = i * BM + tl.arange(0, BM), j * BN + tl.arange(0, BN)
    tl.store(c_ptr + m[:, None] * N + n[None, :], acc.to(tl.float16), mask=(m[:, None] < M) & (n[None, :] < N))


@kernel(("triton_matmul", 2048, 2048, 2048, 128, 256, 64, 8), ("triton_matmul_small", 1024, 1024, 1024, 64, 64, 32, 4), ("triton_matmul_thin", 64, 8192, 4096, 64, 128, 64, 4))
def triton_matmul(m, n, k, bm, bn, bk, warps):
    a, b, c = r(m, k, dtype=half), r(k, n, dtype=half), torch.empty(m, n, device=dev, dtype=half)
    return lambda: t_matmul[(triton.cdiv(m, bm) * triton.cdiv(n, bn),)](a, b, c, m, n, k, bm, bn, bk, 8, num_warps=warps, num_stages=3)


@triton.jit
def t_split(a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, SPLIT: tl.constexpr):
    i, j, part = tl.program_id(0), tl.program_id(1), tl.program_id(2)
    m, n, k = i * BM + tl.arange(0, BM), j * BN + tl.arange(0, BN), part * BK + tl.arange(0, BK)
    a, b = a_ptr + m[:, None] * K + k[None, :], b_ptr + k[:, None] * N + n[None, :]
    acc = tl.zeros((BM, BN), tl.float32)
    for step in range(0, tl.cdiv(K, BK * SPLIT)):
        acc = tl.dot(tl.load(a), tl.load(b), acc); a += BK * SPLIT; b += BK * SPLIT * N
    tl.atomic_add(c_ptr + m[:, None] * N + n[None, :], acc)


@kernel(("triton_split_k",))
def triton_split():
    a, b, c = r(128, 16384, dtype=half), r(16384, 512, dtype=half), torch.zeros(128, 512, device=dev)
    return lambda: t_split[(2, 8, 16)](a, b, c, 128, 512, 16384, 64, 64, 64, 16, num_warps=4, num_stages=3)


@triton.jit
def t_flash(q_ptr, k_ptr, v_ptr, out_ptr, length, scale, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr):
    i, head = tl.program_id(0), tl.program_id(1); base = head * length * D
    m, n, d = i * BM + tl.arange(0, BM), tl.arange(0, BN), tl.arange(0, D)
    q = tl.load(q_ptr + base + m[:, None] * D + d[None, :])
    best, total, acc = tl.full([BM], -float("inf"), tl.float32), tl.zeros([BM], tl.float32), tl.zeros([BM, D], tl.float32)
    for j in range(0, length, BN):
        k = tl.load(k_ptr + base + (j + n)[None, :] * D + d[:, None])
        s = tl.dot(q, k) * scale
        top = tl.maximum(best, tl.max(s, 1)); p = tl.exp2(s - top[:, None]); shrink = tl.exp2(best - top)
        total = total * shrink + tl.sum(p, 1); acc = acc * shrink[:, None]
        acc = tl.dot(p.to(tl.float16), tl.load(v_ptr + base + (j + n)[:, None] * D + d[None, :]), acc); best = top
    tl.store(out_ptr + base + m[:, None] * D + d[None, :], (acc / total[:, None]).to(tl.float16))


@kernel(("triton_flash",))
def triton_flash():
    q, k, v = (r(32, 1024, 64, dtype=half) for _ in range(3)); out = torch.empty_like(q)
    return lambda: t_flash[(8, 32)](q, k, v, out, 1024, 0.18, 128, 64, 64, num_warps=4, num_stages=3)


@triton.jit
def t_moe(x_ptr, w_ptr, order_ptr, expert_ptr, out_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    i, j = tl.program_id(0), tl.program_id(1); expert = tl.load(expert_ptr + i)
    rows, n, k = tl.load(order_ptr + i * BM + tl.arange(0, BM)), j * BN + tl.arange(0, BN), tl.arange(0, BK)
    a, b = x_ptr + rows[:, None] * K + k[None, :], w_ptr + expert * N * K + n[None, :] * K + k[:, None]
    acc = tl.zeros((BM, BN), tl.float32)
    for step in range(0, K // BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc); a += BK; b += BK
    at = i * BM + tl.arange(0, BM)
    tl.store(out_ptr + at[:, None] * N + n[None, :], acc.to(tl.bfloat16))


@kernel(("triton_moe_gemm",))
def triton_moe():
    x, w, out = r(2048, 2048), r(8, 1024, 2048), torch.empty(4096, 1024, device=dev, dtype=bf)
    order = (torch.randperm(4096, device=dev) // 2).to(torch.int32); expert = (torch.arange(64, device=dev) // 8).to(torch.int32)
    return lambda: t_moe[(64, 8)](x, w, order, expert, out, 1024, 2048, 64, 128, 64, num_warps=4, num_stages=3)


@triton.jit
def t_add(a_ptr, b_ptr, out_ptr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + at, tl.load(a_ptr + at) + tl.load(b_ptr + at))


@kernel(("triton_add",))
def triton_add():
    a, b = torch.rand(ELEMENTS, device=dev), torch.rand(ELEMENTS, device=dev); out = torch.empty_like(a)
    return lambda: t_add[(ELEMENTS // 1024,)](a, b, out, 1024, num_warps=4)


@triton.jit
def t_column_sum(x_ptr, out_ptr, rows, width, BM: tl.constexpr, BN: tl.constexpr):
    n = tl.program_id(0) * BN + tl.arange(0, BN); acc = tl.zeros([BM, BN], tl.float32)
    for i in range(0, rows, BM):
        acc += tl.load(x_ptr + (i + tl.arange(0, BM))[:, None] * width + n[None, :])
    tl.store(out_ptr + n, tl.sum(acc, 0))


@kernel(("triton_column_sum",))
def triton_column_sum():
    x, out = r(4096, 8192, dtype=f32), torch.empty(8192, device=dev)
    return lambda: t_column_sum[(256,)](x, out, 4096, 8192, 32, 32, num_warps=4)


@triton.jit
def t_scan(x_ptr, out_ptr, width: tl.constexpr):
    at = tl.program_id(0) * width + tl.arange(0, width)
    tl.store(out_ptr + at, tl.cumsum(tl.load(x_ptr + at), 0))


@kernel(("triton_scan",))
def triton_scan():
    x = torch.rand(8192, 2048, device=dev); out = torch.empty_like(x)
    return lambda: t_scan[(8192,)](x, out, 2048, num_warps=4)


@triton.jit
def t_histogram(x_ptr, out_ptr, BLOCK: tl.constexpr, BINS: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(out_ptr + tl.arange(0, BINS), tl.histogram(tl.load(x_ptr + at), BINS))


@kernel(("triton_histogram",))
def triton_histogram():
    x, out = torch.randint(0, 128, (1 << 22,), device=dev, dtype=torch.int32), torch.zeros(128, device=dev, dtype=torch.int32)
    return lambda: t_histogram[(2048,)](x, out, 2048, 128, num_warps=4)


@triton.jit
def t_dequant(q_ptr, s_ptr, out_ptr, BLOCK: tl.constexpr):
    row = tl.program_id(0); at = row * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + at, (tl.load(q_ptr + at).to(tl.float32) * tl.load(s_ptr + row)).to(tl.bfloat16))


@kernel(("triton_dequant",))
def triton_dequant():
    q, s, out = torch.ones(1 << 26, device=dev, dtype=torch.int8), torch.rand(1 << 14, device=dev), torch.empty(1 << 26, device=dev, dtype=bf)
    return lambda: t_dequant[(1 << 14,)](q, s, out, 4096, num_warps=4)


if __name__ == "__main__":
    names = sys.argv[2:] or list(KERNELS)
    if sys.argv[1] == "list":
        print("\n".join(names)); sys.exit()
    for name in names:
        try:
            launch = KERNELS[name]()
            launch(); torch.cuda.synchronize()
        except Exception as problem:
            print(f"left out: {name}: {str(problem).splitlines()[0][:150]}", file=sys.stderr); continue
        torch.cuda.nvtx.range_push(name); torch.cuda.profiler.start()
        launch(); torch.cuda.synchronize()
        torch.cuda.profiler.stop(); torch.cuda.nvtx.range_pop()
        del launch; torch.cuda.empty_cache()
