#!/usr/bin/env bash
# What the four Darknet tasks of MGB's evaluation take of a device, alone and several at once:
# darknet.sh DARKNET, a clone of github.com/pjreddie/darknet, which it builds as MGB's authors did
# (host code without optimisation). Weights are zeros and training images noise: neither changes what
# is launched. A line is how the device is
# shared, task, processes and cores, and seconds.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cuda=${CUDA_HOME:-/usr/local/cuda}
cd "$1"

build() {
  sed -i 's/cudaThreadSynchronize/cudaDeviceSynchronize/' src/gemm.c # CUDA 13 has no other
  make -j clean all GPU=1 DEBUG=1 ARCH="-gencode arch=compute_90,code=sm_90" >make.log
  gcc -O1 -shared -fPIC -I"$cuda/include" "$here/kernel-times.c" -o libkernel-times.so -L"$cuda/lib64" -lcupti
}

inputs() {
  mkdir -p backup data/cifar/train
  head -c 90000000 /dev/zero >zero.weights
  sed -i 's#^names.*#names = data/imagenet.shortnames.list#' cfg/imagenet1k.data
  for n in 70 140; do
    for ((i = 0; i < n; i++)); do echo "data/$(cut -d' ' -f$((i % 7 + 1)) <<<"dog eagle giraffe horses kite person scream").jpg"; done >"list$n.txt"
  done
  python3 - <<'P' # needs numpy and Pillow
import numpy
from PIL import Image

names = "airplane automobile bird cat deer dog frog horse ship truck".split()
noise = numpy.random.default_rng(1)
with open("data/cifar/train.list", "w") as files:
    for i in range(20000):
        file = f"data/cifar/train/{i}_{names[i % 10]}.png"
        Image.fromarray(noise.integers(0, 256, (32, 32, 3), dtype=numpy.uint8)).save(file)
        files.write(file + "\n")
with open("data/cifar/labels.txt", "w") as labels:
    labels.write("\n".join(names) + "\n")
with open("cfg/cifar.data", "w") as data:
    data.write("classes=10\ntrain=data/cifar/train.list\nvalid=data/cifar/train.list\n"
               "labels=data/cifar/labels.txt\nbackup=backup/\ntop=2\n")

def layer(filters, size, normalised=True):
    batch = "batch_normalize=1\n" if normalised else ""
    return f"[convolutional]\n{batch}filters={filters}\nsize={size}\nstride=1\npad=1\nactivation=leaky\n\n"

pool = "[maxpool]\nsize=2\nstride=2\n\n"
net = ("[net]\nbatch=128\nsubdivisions=1\nheight=28\nwidth=28\nchannels=3\nmax_crop=32\nmin_crop=32\nhue=.1\n"
       "saturation=.75\nexposure=.75\nlearning_rate=0.1\npolicy=poly\npower=4\nmax_batches=300\nmomentum=0.9\ndecay=0.0005\n\n")
with open("cfg/cifar_small.cfg", "w") as cfg: # the network of Darknet's tutorial
    cfg.write(net + layer(32, 3) + pool + layer(16, 1) + layer(64, 3) + pool + layer(32, 1) + layer(128, 3)
              + layer(64, 1) + layer(10, 1, False) + "[avgpool]\n\n[softmax]\n")
P
}

task() {
  case $1 in
    predict) ./darknet classifier predict cfg/imagenet1k.data cfg/darknet19.cfg zero.weights <list140.txt ;;
    detect) ./darknet detect cfg/yolov3-tiny.cfg zero.weights <list70.txt ;;
    generate) ./darknet rnn generate cfg/rnn.cfg zero.weights -len 15000 ;;
    train) ./darknet classifier train cfg/cifar.data cfg/cifar_small.cfg ;;
  esac >/dev/null 2>&1
}

together() { # label, task, processes, cores
  local begin end
  begin=$(date +%s.%N)
  for ((i = 0; i < $3; i++)); do (taskset -pc 0-$(($4 - 1)) "$BASHPID" >/dev/null && task "$2") & done
  wait
  end=$(date +%s.%N)
  echo "$1 $2 $3 $4 $(awk "BEGIN { printf \"%.3f\", $end - $begin }")"
}

build
inputs
for name in predict detect generate train; do
  INJECT_OUT=kernels-$name.txt CUDA_INJECTION64_PATH=$PWD/libkernel-times.so task "$name"
  head -1 "kernels-$name.txt"
done
for label in slices mps; do
  [[ $label == slices ]] || nvidia-cuda-mps-control -d
  for name in predict detect generate train; do
    for processes in 1 2 8; do together "$label" "$name" "$processes" $((2 * processes)); done
  done
done
echo quit | nvidia-cuda-mps-control
