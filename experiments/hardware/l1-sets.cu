// How L1D keeps lines: its ways, the hash that gives a line its set, which line of a set goes, what a
// store does, and how many lines stay beside shared memory.
//
//   nvcc -O2 -arch=native -o l1-sets l1-sets.cu && ./l1-sets
//
// One thread loads lines; one that is there takes under 100 cycles. A group of lines that evicts another
// is made smaller as long as it still does: what is left are the ways of one set. Lines that can stand for
// one of these are of that set too. The bits of a set's number are the parities that are the same in all.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#define CHECK(call)                                                   \
  do {                                                                \
    cudaError_t error = (call);                                       \
    if (error != cudaSuccess) {                                       \
      fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error)); \
      exit(1);                                                        \
    }                                                                 \
  } while (0)

static const int LINE = 128, LINE_SHIFT = 7;
static const int LINES = 1 << 24;
static const int HIT = 100; // cycles
static const int MEMBERS = 100, TRIALS = 50;
static const uint32_t WORD = 1u << 24, STORE = 1u << 28, TIMED = 1u << 29; // of a step

/** Loads or stores, one after another; counts the timed loads that hit. */
__global__ void steps(char* memory, const uint32_t* list, int count, unsigned* hits) {
  __shared__ volatile uint32_t came;
  uint32_t zero = 0;
  unsigned found = 0;
  for (int i = 0; i < count; i++) {
    uint32_t step;
    asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(step) : "l"(list + i) : "memory");
    char* at = memory + size_t(step % LINES) * LINE + (step >> 24 & 1) * 4 + zero;
    if (step & STORE) {
      asm volatile("st.global.u32 [%0], %1;" ::"l"(at), "r"(zero) : "memory");
      continue;
    }
    uint32_t begin = clock(), value;
    asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(value) : "l"(at) : "memory");
    came = value; // in order, so that the clock is read when the value is there
    uint32_t end = clock();
    if (step & TIMED) found += end - begin < HIT;
    zero = value;
  }
  *hits = found;
}

/** Loads lines in order, again and again, and nothing else. */
__global__ void inOrder(const char* memory, int lines, unsigned* hits) {
  extern __shared__ volatile uint32_t here[];
  uint32_t zero = 0;
  unsigned found = 0;
  for (int pass = 0; pass < 4; pass++) {
    found = 0;
    for (int i = 0; i < lines; i++) {
      uint32_t begin = clock(), value;
      asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(value) : "l"(memory + i * LINE + zero) : "memory");
      here[0] = value;
      uint32_t end = clock();
      found += end - begin < HIT;
      zero = value;
    }
  }
  *hits = found;
}

static char* memory;
static uint32_t* list;
static unsigned* hits;
static std::mt19937 random32(1);

static unsigned run(const std::vector<uint32_t>& some, int shared = 0) {
  unsigned found;
  CHECK(cudaMemcpy(list, some.data(), some.size() * sizeof(uint32_t), cudaMemcpyHostToDevice));
  steps<<<1, 1, shared>>>(memory, list, int(some.size()), hits);
  CHECK(cudaMemcpy(&found, hits, sizeof(found), cudaMemcpyDeviceToHost));
  return found;
}

static uint32_t anyLine() { return random32() % LINES; }

static bool evict(const std::vector<uint32_t>& group, uint32_t line) {
  std::vector<uint32_t> some = {line};
  some.insert(some.end(), group.begin(), group.end());
  some.push_back(line | TIMED);
  return run(some) == 0 && run(some) == 0;
}

static std::vector<uint32_t> smallestGroup(uint32_t line) {
  std::vector<uint32_t> group(6000);
  std::generate(group.begin(), group.end(), anyLine);
  for (size_t chunk = group.size() / 4; chunk >= 1; chunk = chunk == 1 ? 0 : std::max<size_t>(1, chunk / 2)) {
    for (size_t at = 0; at < group.size();) {
      std::vector<uint32_t> rest(group.begin(), group.begin() + at);
      if (at + chunk < group.size()) rest.insert(rest.end(), group.begin() + at + chunk, group.end());
      if (evict(rest, line)) group = rest; else at += chunk;
    }
  }
  return group;
}

static uint64_t numberOf(uint32_t line) { return (uint64_t(uintptr_t(memory)) >> LINE_SHIFT) + line; }

/** Masks of which every difference has an even part; one for each bit that no difference has as its first. */
static std::vector<uint64_t> parities(std::vector<uint64_t> rows, int bits) {
  std::vector<uint64_t> reduced;
  for (int bit = bits - 1; bit >= 0; bit--) {
    auto found = std::find_if(rows.begin(), rows.end(), [&](uint64_t r) { return r >> bit == 1; });
    if (found == rows.end()) continue;
    uint64_t pivot = *found;
    for (uint64_t& r : rows) if (r >> bit & 1) r ^= pivot;
    for (uint64_t& r : reduced) if (r >> bit & 1) r ^= pivot;
    reduced.push_back(pivot);
  }
  std::vector<uint64_t> masks;
  for (int bit = 0; bit < bits; bit++) {
    bool isFirst = false;
    uint64_t mask = uint64_t(1) << bit;
    for (uint64_t r : reduced) {
      int first = 63 - __builtin_clzll(r);
      isFirst |= first == bit;
      mask |= (r >> bit & 1) << first;
    }
    if (!isFirst) masks.push_back(mask);
  }
  return masks;
}

int main() {
  CHECK(cudaMalloc(&memory, size_t(LINES) * LINE));
  CHECK(cudaMemset(memory, 0, size_t(LINES) * LINE));
  CHECK(cudaMalloc(&list, 8192 * sizeof(uint32_t)));
  CHECK(cudaMalloc(&hits, sizeof(unsigned)));
  CHECK(cudaFuncSetAttribute(steps, cudaFuncAttributePreferredSharedMemoryCarveout, 0));

  uint32_t line;
  std::vector<uint32_t> group;
  do {
    line = anyLine();
    group = smallestGroup(line);
  } while (group.size() > 64 || !evict(group, line));
  printf("%zu lines evict a line of their set\n", group.size());

  std::vector<uint32_t> set = group, allButOne(group.begin() + 1, group.end());
  long tried = 0;
  for (; set.size() < MEMBERS; tried++) {
    uint32_t other = anyLine();
    allButOne.push_back(other);
    if (evict(allButOne, line) && evict(allButOne, line)) set.push_back(other);
    allButOne.pop_back();
  }
  printf("one of %.0f random lines is of the set\n", double(tried) / (MEMBERS - group.size()));
  std::vector<uint64_t> differences;
  uint64_t all = 0;
  for (uint32_t member : set) {
    differences.push_back(numberOf(member) ^ numberOf(line));
    all |= differences.back();
  }
  for (uint64_t mask : parities(differences, 64 - __builtin_clzll(all))) {
    printf("a bit of the set is the parity of bits");
    for (int bit = 0; bit < 64; bit++) if (mask >> bit & 1) printf(" %d", bit + LINE_SHIFT);
    printf(" of the address\n");
  }

  for (int again = -1; again < int(group.size()); again++) {
    printf("%zu lines, %d again, one more; kept:", group.size(), again);
    for (size_t asked = 0; asked < group.size(); asked++) {
      int kept = 0;
      for (int t = 0; t < TRIALS; t++) {
        std::shuffle(set.begin(), set.end(), random32);
        std::vector<uint32_t> some(set.begin(), set.begin() + group.size());
        if (again >= 0) some.push_back(set[again]);
        some.push_back(set[group.size()]);
        some.push_back(set[asked] | TIMED);
        kept += run(some);
      }
      printf(" %.2f", double(kept) / TRIALS);
    }
    printf("\n");
  }

  double stored = 0, beside = 0;
  std::vector<double> after(group.size() + 3);
  for (int t = 0; t < TRIALS; t++) {
    std::shuffle(set.begin(), set.end(), random32);
    std::vector<uint32_t> warm(set.begin(), set.begin() + 16); // translations of their pages
    for (int i = 0; i < 600; i++) warm.push_back(anyLine());
    auto with = [&](std::vector<uint32_t> then) { then.insert(then.begin(), warm.begin(), warm.end()); return double(run(then)) / TRIALS; };
    stored += with({set[0] | STORE, set[1], set[0] | TIMED});
    beside += with({set[0] | STORE, set[1], set[0] | WORD | TIMED});
    for (size_t n = 0; n < after.size(); n++) {
      std::vector<uint32_t> some = {set[0]};
      for (size_t i = 1; i <= n; i++) some.push_back(set[i] | STORE);
      some.push_back(set[0] | TIMED);
      after[n] += with(some);
    }
  }
  printf("a word that was stored is there: %.2f; its neighbour: %.2f\nkept after 0, 1, ... stores to its set:", stored, beside);
  for (double kept : after) printf(" %.2f", kept);
  printf("\n");

  CHECK(cudaFuncSetAttribute(steps, cudaFuncAttributeMaxDynamicSharedMemorySize, 226 * 1024));
  CHECK(cudaFuncSetAttribute(inOrder, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024));
  CHECK(cudaFuncSetAttribute(inOrder, cudaFuncAttributePreferredSharedMemoryCarveout, 0));
  for (int kib : {1, 7, 15, 31, 63, 99, 131, 163, 195, 227}) {
    printf("%d KiB of shared memory; lines of one set, and how many of them hit:", kib);
    for (size_t lines = group.size() - 1; lines <= group.size() + 1; lines++) {
      std::vector<uint32_t> some(set.begin(), set.begin() + lines);
      for (size_t i = 0; i < lines; i++) some.push_back(set[i] | TIMED);
      printf(" %zu:%u", lines, run(some, (kib - 1) * 1024));
    }
    printf("; lines in order:");
    int rest = (256 - kib - 1) * 1024 / LINE;
    for (int percent = 60; percent <= 130; percent += 5) {
      unsigned found;
      int lines = rest * percent / 100;
      inOrder<<<1, 1, kib * 1024>>>(memory, lines, hits);
      CHECK(cudaMemcpy(&found, hits, sizeof(found), cudaMemcpyDeviceToHost));
      printf(" %d:%d", lines, found);
    }
    printf("\n");
  }
}
