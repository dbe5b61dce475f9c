#!/usr/bin/env bash
# Runs mps on each kernel alone and on each pair: mps.sh processes, streams or places. A line is two
# kernels (- alone) and what mps prints.
set -euo pipefail
kernels=("0 65536 64" "0 528 4000" "0 132 6000" "1 65536 850" "1 528 100000" "1 132 200000"
  "2 65536 16" "2 528 2000" "2 132 4000" "3 65536 400" "3 528 40000" "3 132 60000")
for ((i = 0; i < ${#kernels[@]}; i++)); do
  read -ra first <<<"${kernels[i]}"
  echo "$i - $(./mps "$1" "${first[@]}")"
  for ((j = i; j < ${#kernels[@]}; j++)); do
    read -ra second <<<"${kernels[j]}"
    echo "$i $j $(./mps "$1" "${first[@]}" "${second[@]}")"
  done
done
