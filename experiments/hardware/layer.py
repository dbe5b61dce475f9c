"""A transformer layer's prefill beside its decode, on disjoint SMs and in two streams: layers per second.

python3 layer.py all measures into $OUT/layer.json; python3 layer.py once runs each kernel once for the profiler (NVTX range of its name).
"""
import json, os, sys
import torch, torch.nn.functional as F
from profiles import alone, dev, r, sm_streams, together

BACKEND = torch.nn.attention.SDPBackend.FLASH_ATTENTION


def layer(kind, rows, batch, length, keys, causal):
    """A layer as a list of (name, launch): 4,096 wide, 32 heads of 128, 8 of keys, 14,336 wide inside."""
    bf = torch.bfloat16; e = lambda *s: torch.empty(*s, device=dev, dtype=bf)
    x, w, n = r(rows, 4096), r(4096), e(rows, 4096)
    wq, q = r(6144, 4096), e(rows, 6144)
    qs, ks, vs = r(batch, 32, length, 128), r(batch, 8, keys, 128), r(batch, 8, keys, 128)
    wo, o = r(4096, 4096), e(rows, 4096)
    wu, u = r(28672, 4096), e(rows, 28672)
    gate, up, act, inner = r(rows, 14336), r(rows, 14336), e(rows, 14336), e(rows, 14336)
    wd, d = r(4096, 14336), e(rows, 4096)
    def attend():
        with torch.nn.attention.sdpa_kernel(BACKEND): F.scaled_dot_product_attention(qs, ks, vs, is_causal=causal, enable_gqa=True)
    ops = [("norm", lambda: F.rms_norm(x, (4096,), w)), ("qkv", lambda: torch.mm(x, wq.t(), out=q)), ("attention", attend),
           ("out", lambda: torch.mm(x, wo.t(), out=o)), ("up", lambda: torch.mm(x, wu.t(), out=u)),
           ("silu", lambda: torch.ops.aten.silu.out(gate, out=act)), ("mul", lambda: torch.mul(act, up, out=inner)),
           ("down", lambda: torch.mm(gate, wd.t(), out=d))]
    return [(f"{kind}_{name}", op) for name, op in ops]


def layers():
    return layer("prefill", 1024, 1, 1024, 1024, True), layer("decode", 32, 32, 1, 2048, False)


def all_of(ops):
    def run():
        for _, op in ops: op()
    return run


if __name__ == "__main__":
    mode = sys.argv[1]
    if mode == "once":
        for ops in layers():
            for name, op in ops:
                op(); torch.cuda.synchronize(); torch.cuda.nvtx.range_push(name); torch.cuda.profiler.start()
                op(); torch.cuda.synchronize(); torch.cuda.profiler.stop(); torch.cuda.nvtx.range_pop()
        sys.exit()
    path = os.path.join(os.environ["OUT"], "layer.json"); s, t = torch.cuda.Stream(), torch.cuda.Stream()
    out = {"device": torch.cuda.get_device_name(), "torch": torch.__version__, "alone": {}, "pairs": []}
    save = lambda: json.dump(out, open(path, "w"), indent=1)
    (p, d) = layers(); f, g = all_of(p), all_of(d)
    single = lambda st: {**{n: alone(op, st, .03) for n, op in p + d}, "prefill": alone(f, st), "decode": alone(g, st)}
    out["alone"]["132"] = single(s)
    out["pairs"].append({"a": "prefill", "b": "decode", "sms": "streams", "rates": together(f, g, s, t, .4)}); save()
    for n in (32, 64, 96):
        (s1, c1), (s2, c2) = sm_streams(n)
        out["alone"][str(c1)], out["alone"][str(c2)] = single(s1), single(s2)
        out["pairs"].append({"a": "prefill", "b": "decode", "sms": [c1, c2], "rates": together(f, g, s1, s2, .4)}); save()
        print(out["pairs"][-1], out["alone"][str(c1)]["prefill"], out["alone"][str(c2)]["decode"], flush=True)
    print(out["alone"]["132"])
