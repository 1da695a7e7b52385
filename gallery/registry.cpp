// SPDX-License-Identifier: MIT
#include "gallery/algorithm.hpp"

#include <pradix/error.hpp>

#include <string>

// Where a platform is not built, its column is empty.
#ifdef PRADIX_GALLERY_OPENCL
#define PRADIX_ON_OPENCL(function) opencl::function
#else
#define PRADIX_ON_OPENCL(function) nullptr
#endif
#ifdef PRADIX_GALLERY_CUDA
#define PRADIX_ON_CUDA(function) cuda::function
#else
#define PRADIX_ON_CUDA(function) nullptr
#endif
#define PRADIX_RUNS(function) .opencl = PRADIX_ON_OPENCL(function), .cuda = PRADIX_ON_CUDA(function)

namespace pradix::gallery {

namespace opencl {
void warp_ballot(stage& on);
void block_split(stage& on);
void global_split(stage& on);
void split_2way(stage& on);
void split_4way(stage& on);
void coalesced_split(stage& on);
void histogram_scan_reorder(stage& on);
} // namespace opencl

namespace cuda {
void warp_ballot(stage& on);
void block_split(stage& on);
void global_split(stage& on);
void split_2way(stage& on);
void split_4way(stage& on);
void coalesced_split(stage& on);
void histogram_scan_reorder(stage& on);
} // namespace cuda

namespace {

constexpr algorithm all[] = {
    {.name = "warp-ballot",
     .teaches = "a split within one warp, by ballots and population counts",
     .source = "a tutorial on radix sort within a warp by means of __ballot and __popc",
     .steps = "b",
     .work = "b n",
     .most = limit::warp,
     PRADIX_RUNS(warp_ballot)},
    {.name = "block-split",
     .teaches = "a split within one block, by Hillis and Steele's inclusive scan",
     .source = "S. Weiss, CUDA-based Parallel Radix Sort (Hunter College), after M. Harris, S. Sengupta and J. Owens, "
               "GPU Gems 3, chapter 39",
     .steps = "b log n",
     .work = "b n log n",
     .most = limit::block,
     PRADIX_RUNS(block_split)},
    {.name = "global-split",
     .teaches = "the split over many blocks: a grid has no barrier, so each step is a launch; Blelloch's scan",
     .source = "an article on parallel radix sort in CUDA, after Hwu, Kirk and El Hajj, Programming Massively Parallel "
               "Processors, 4th edition, chapter 13",
     .steps = "b log n",
     .work = "b n",
     .block = 256,
     .trace_block = 4,
     PRADIX_RUNS(global_split)},
    {.name = "split-2way",
     .teaches = "the split as compaction: the scans of two predicates are the scatter addresses",
     .source = "M. Venkatakrishna, (2-Way) Radix-Sort, lecture slides",
     .steps = "b log n",
     .work = "b n",
     .block = 256,
     .trace_block = 4,
     PRADIX_RUNS(split_2way)},
    {.name = "split-4way",
     .teaches = "two bits a pass: half of the passes for twice the scans",
     .source = "M. Venkatakrishna, (2-Way) Radix-Sort, lecture slides, part on 4-way radix sort",
     .steps = "(b / 2) log n",
     .work = "(b / 2) 4 n",
     .radix_bits = 2,
     .block = 256,
     .trace_block = 4,
     PRADIX_RUNS(split_4way)},
    {.name = "coalesced-split",
     .teaches = "sections sorted in shared memory, so that neighbouring threads write neighbouring addresses",
     .source = "an article on parallel radix sort in CUDA, part on memory coalescing, after Hwu, Kirk and El Hajj",
     .steps = "(b / r) (r log s + log(2^r n / s))",
     .work = "b n + (b / r) 2^r n / s, for sections of s keys",
     .most_radix_bits = 8,
     .block = 256,
     .trace_block = 4,
     PRADIX_RUNS(coalesced_split)},
    {.name = "histogram-scan-reorder",
     .teaches = "several bits a pass: each item counts its own part of the keys, one scan tells all their places",
     .source = "H. Yatskov and N. Muerdter, Parallel Radix Sort on OpenCL (Karlsruhe), after P. Helluy, A portable "
               "implementation of the radix sort algorithm in OpenCL, 2011",
     .steps = "(b / r) (n / p + log(2^r p)), for p items",
     .work = "(b / r) (n + 2^r p)",
     .radix_bits = 4,
     .most_radix_bits = 8,
     .block = 64,
     .trace_block = 2,
     .has_groups = true,
     .trace_groups = 2,
     .encodes = true,
     PRADIX_RUNS(histogram_scan_reorder)},
};

} // namespace

std::span<algorithm const> algorithms() {
    return all;
}

algorithm const& find_algorithm(std::string_view name) {
    std::string known;
    for (algorithm const& each : all) {
        if (each.name == name)
            return each;
        known += known.empty() ? "" : ", ";
        known += each.name;
    }
    throw invalid_argument("gallery: there is no algorithm '" + std::string(name) + "'; it is one of " + known);
}

} // namespace pradix::gallery
