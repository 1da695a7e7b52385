// SPDX-License-Identifier: MIT
#include "cli/commands/bench_table.hpp"

#include "cli/size.hpp"

#include <pradix/backend.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace pradix::cli {

std::string short_count(std::size_t count) {
    constexpr std::pair<std::size_t, char> units[] = {{1'000'000'000, 'G'}, {1'000'000, 'M'}, {1'000, 'K'}};
    for (auto const& [unit, letter] : units)
        if (count != 0 && count % unit == 0)
            return fmt::format("{}{}", count / unit, letter);
    return count_text(count);
}

std::string bench_table::head() const {
    std::string const columns = fmt::format("{:<10} {:<5} {:>6} {:>6}  {:<12} {:<7} {:>7} {:>8} {:>8}", "op", "type",
                                            "values", "n", "distribution", "backend", "threads", "GKey/s", "of copy");
    std::string text;
    if (!rivals_.empty())
        text = fmt::format("{:{}}  times as fast as\n", "", columns.size());
    text += columns;
    for (bench::rival const* each : rivals_)
        text += fmt::format("  {}", each->name);
    return text + "\n";
}

std::string bench_table::row(bench::result const& result) const {
    bench::problem const& what = result.what;
    std::string text = fmt::format("{:<10} {:<5} {:>6} {:>6}  {:<12} {:<7} {:>7} {:>8.4f} {:>7.1f}%",
                                   bench::name(what.op), pradix::name(what.type), what.value_bytes,
                                   short_count(what.count), to_string(what.input), pradix::name(result.how.where),
                                   result.how.threads, result.gkeys_per_s, 100 * result.copy_ms / result.median_ms);
    for (bench::rival const* each : rivals_) {
        auto const found = std::ranges::find(result.rivals, each->name, &bench::rival_result::name);
        std::string const ratio =
            found == result.rivals.end() ? "-" : fmt::format("{:.2f}", found->median_ms / result.median_ms);
        text += fmt::format("  {:>{}}", ratio, each->name.size());
    }
    return text + "\n";
}

} // namespace pradix::cli
