// SPDX-License-Identifier: MIT
#pragma once

#include "bench/harness/report.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace pradix::cli {

/// "1M", "1,048,576": short where it can be.
std::string short_count(std::size_t count);

/// Results as lines of text, with a column for each rival: how many times as fast pradix is.
class bench_table {
public:
    explicit bench_table(std::vector<bench::rival const*> const& rivals) : rivals_(rivals) {}

    [[nodiscard]] std::string head() const;
    [[nodiscard]] std::string row(bench::result const& result) const;

private:
    std::vector<bench::rival const*> rivals_;
};

} // namespace pradix::cli
