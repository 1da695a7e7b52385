// SPDX-License-Identifier: MIT
// Writes the report of a sort.
#include "cli/sort_report.hpp"

#include "bench/harness/machine.hpp"
#include "cli/size.hpp"

#include <pradix/backend.hpp>
#include <pradix/version.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace pradix::cli {
namespace {

// JSON has to be UTF-8; a path may be anything.
std::string dump(nlohmann::ordered_json const& object) {
    return object.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

char const* direction_of(key_order const& how) {
    return how.direction == order::descending ? "descending" : "ascending";
}

nlohmann::ordered_json columns_of(sort_report const& report) {
    auto columns = nlohmann::ordered_json::array();
    for (column_key const& key : report.keys)
        columns.push_back({{"column", key.column}, {"type", name(key.how.type)}, {"order", direction_of(key.how)}});
    return columns;
}

} // namespace

std::string summary(sort_report const& report) {
    std::string const how = report.on_cpu()
                                ? "cpu on " + counted(report.threads, "thread")
                                : fmt::format("{}: transfer {:.3f} s, sorting {:.3f} s", name(report.spent.where),
                                              report.spent.transfer, report.spent.sorting);
    std::string const what = report.keys.size() > 1
                                 ? fmt::format("row{} by {} keys", plural(report.count), report.keys.size())
                                 : fmt::format("{} key{}", name(report.order.type), plural(report.count));
    std::string text =
        fmt::format("{}: {} {} in {:.3f} s ({:.3f} GKey/s, {})", report.operation == "argsort" ? "argsorted" : "sorted",
                    count_text(report.count), what, report.sort, report.gkeys_per_s(), how);
    text += fmt::format("; read {:.3f} s, write {:.3f} s", report.read, report.write);
    if (report.verified)
        text += fmt::format(", verified in {:.3f} s", report.verify);
    return text + fmt::format(", total {:.3f} s\n", report.total);
}

std::string to_json(sort_report const& report) {
    bench::machine_facts const machine = bench::this_machine();
    unsigned const width = static_cast<unsigned>(key_bytes(report.order.type) * 8);
    nlohmann::ordered_json object = {
        {"schema", "pradix.sort/1"},
        {"version", version()},
        {"machine",
         {{"cpu", machine.cpu},
          {"threads", machine.threads},
          {"memory_bytes", machine.memory_bytes},
          {"system", machine.system}}},
        {"backend", name(report.on_cpu() ? backend::cpu : report.spent.where)},
        {"device", nullptr},
        {"threads", report.threads},
        {"input",
         {{"path", report.input},
          {"format", name(report.format)},
          {"type", name(report.order.type)},
          {"count", report.count},
          {"bytes", report.bytes}}},
        {"output", {{"path", report.output}}},
        {"values", nullptr},
        {"options",
         {{"operation", report.operation},
          {"order", direction_of(report.order)},
          {"bits", {report.order.bits.begin, report.order.bits.end_for(width)}},
          {"nan", report.order.nans == nan_order::last ? "last" : "bits"},
          {"value_bytes", report.value_bytes}}},
        {"seconds",
         {{"read", report.read},
          {"sort", report.sort},
          {"transfer", report.spent.transfer},
          {"verify", report.verify},
          {"write", report.write},
          {"total", report.total}}},
        {"gkeys_per_s", report.gkeys_per_s()},
        {"verified", nullptr},
    };
    if (!report.on_cpu())
        object["device"] = inspect(report.spent.where).devices.at(report.device);
    if (!report.values.empty())
        object["values"] = {{"path", report.values}, {"output", report.values_output}};
    if (report.format == file_format::csv)
        object["options"]["keys"] = columns_of(report);
    if (report.verified)
        object["verified"] = *report.verified;
    return dump(object);
}

} // namespace pradix::cli
