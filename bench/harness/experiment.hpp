// SPDX-License-Identifier: MIT
// One problem measured with everything that can solve it: pradix on each backend and thread count, the rivals, memcpy.
#pragma once

#include "bench/harness/distributions.hpp"
#include "bench/harness/measure.hpp"
#include "bench/harness/rivals.hpp"

#include <pradix/options.hpp>

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace pradix::bench {

enum class operation { sort, sort_pairs, argsort };

/// "sort", "sort_pairs", "argsort": the names in the result files.
std::string_view name(operation op);

/// What is to be sorted.
struct problem {
    operation op = operation::sort;
    key_type type = key_type::u32;
    std::size_t value_bytes = 0; ///< sort: 0; sort_pairs: of a value; argsort: of an index, 4 or 8
    std::size_t count = 0;       ///< at least 1
    distribution input{};
};

/// One way to run pradix.
struct setting {
    backend where = backend::cpu;
    unsigned threads = 1;
};

/// How a problem is measured.
struct method {
    std::vector<setting> settings;
    std::vector<rival const*> rivals; ///< those that do not support a problem are left out of it
    sampling rules{};
    std::uint64_t seed = 1;
    std::size_t keys_per_sample = 1'000'000; ///< shorter arrays are sorted many in a row, to about this many keys
    bool transfers = true;                   ///< to a device and back are part of the time
    bool allocate = false; ///< each pradix call allocates its workspace; otherwise the harness owns it
};

/// Times are those of one array of `count` keys. Short arrays are sorted many in a row, all different, and a sample is
/// the mean over them.
struct rival_result {
    std::string name;
    std::vector<double> samples_ms;
    double median_ms = 0;
};

struct result {
    problem what;
    setting how;
    std::vector<double> samples_ms;
    double median_ms = 0;
    double gkeys_per_s = 0;
    double copy_ms = 0; ///< median of memcpy of the same bytes by as many threads
    double copy_gb_per_s = 0;
    std::vector<rival_result> rivals;
};

/// True if the rival can take part in this problem.
bool supports(rival const& who, problem const& what);

/// Bytes of the keys and values or indices of one array.
std::size_t payload_bytes(problem const& what);

/// What a caller is told while a problem is measured; both are optional.
struct observer {
    std::function<void(std::string_view)> step;     ///< what is about to run
    std::function<void(std::string_view)> rejected; ///< a rival's result was wrong: how, in one line
};

/// Measures all contenders in turn and returns one result for each setting; a rival that runs on one thread is measured
/// once and quoted in each. The first run of each contender is checked: a rival whose result is wrong is left out and
/// `rejected` is told, for pradix wrong_output is thrown. Throws out_of_memory if the arrays do not fit.
std::vector<result> measure_problem(problem const& what, method const& how, observer const& told = {});

/// A contender's output was not the sorted input.
class wrong_output : public std::runtime_error {
public:
    using runtime_error::runtime_error;
};

} // namespace pradix::bench
