// SPDX-License-Identifier: MIT
// What the blocks of a survey (kernels/survey.cuh) have in shared memory, and what they find out.
#pragma once

#include "src/cuda/block/samples/equalized_samples.cuh"
#include "src/cuda/block/samples/even_samples.cuh"
#include "src/cuda/block/samples/narrow_equalized_samples.cuh"
#include "src/cuda/block/samples/sampled_density.cuh"
#include "src/cuda/block/samples/sampled_implications.cuh"
#include "src/cuda/block/samples/sampled_majority.cuh"
#include "src/cuda/block/samples/sampled_ties.cuh"
#include "src/cuda/block/samples/telling_digit.cuh"

namespace pradix::cuda {

// Zero at first.
struct survey_answers {
    evenness even;
    core::digit uncounted; // by which even keys can be divided without having been counted; of no bits: by none
    unsigned are_few;      // 1: there are few different keys, and a digit that no two share
    unsigned are_narrow;   // 1: all are in a narrow range
    unsigned are_dense;    // 1: those of a bucket are
    unsigned fit_table;    // 1: or no such digit, but not too many for a hash table
    unsigned different;    // samples, then
    unsigned equal;        // samples, if most are
    unsigned tie_seldom;   // a bit for each number of leading digits
};

// What follows from them.
struct survey_verdicts {
    bool are_even, are_random; // as these words are meant in survey_conclusions.cuh
    guess by_tables;
    bool areas_beat_tables;
    bool may_lack_room; // if they are nearly in order
    unsigned most_outliers_of_areas;
    unsigned left_to_ties; // so many of the lowest digits
};

template <class Bits>
struct survey_space {
    key_samples_space<Bits> samples;
    spread_samples_space<Bits> spread;
    survey_answers answers;   // of all blocks, in the first one
    survey_verdicts verdicts; // of the first one
    bool equalizes;           // what it tells the others
    union {                   // one after the other
        even_samples_space even;
        equalizer_space equalizer;
        narrow_equalizer_space narrow_equalizer;
        telling_digit_space<Bits> telling;
        sampled_ties_space ties;
        sampled_majority_space<Bits> majority;
        sampled_density_space<Bits> density;
        sampled_implications_space<Bits> implications;
    };
};

} // namespace pradix::cuda
