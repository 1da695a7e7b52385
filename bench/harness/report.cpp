// SPDX-License-Identifier: MIT
// Writes results as JSON.
#include "bench/harness/report.hpp"

#include <pradix/backend.hpp>

#include <nlohmann/json.hpp>

#include <set>

namespace pradix::bench {
namespace {

using json = nlohmann::ordered_json;

json machine_json(machine_facts const& machine, method const& how) {
    return {{"cpu", machine.cpu},
            {"threads", machine.threads},
            {"caches", machine.caches},
            {"memory_bytes", machine.memory_bytes},
            {"system", machine.system},
            {"huge_pages", machine.huge_pages},
            {"compiler", machine.compiler},
            {"build_type", machine.build_type},
            {"flags", machine.flags},
            {"commit", machine.commit},
            {"version", machine.version},
            {"date", machine.date},
            {"seed", how.seed},
            {"workspace", how.allocate ? "allocated by each call" : "given by the caller"},
            {"transfers", how.transfers ? "timed" : "not timed"}};
}

// Of the backends that have their own: the bench uses the first one.
json devices_json(std::span<result const> results) {
    std::set<backend> used;
    for (result const& row : results)
        used.insert(row.how.where);
    used.erase(backend::cpu);
    json devices = json::object();
    for (backend const each : used)
        if (auto const found = inspect(each); !found.devices.empty())
            devices[std::string(found.name)] = found.devices.front();
    return devices;
}

json rivals_json(std::vector<rival_result> const& rivals) {
    json list = json::array();
    for (rival_result const& each : rivals)
        list.push_back({{"name", each.name}, {"samples_ms", each.samples_ms}, {"median_ms", each.median_ms}});
    return list;
}

json result_json(result const& row) {
    return {{"op", name(row.what.op)},
            {"type", name(row.what.type)},
            {"value_bytes", row.what.value_bytes},
            {"n", row.what.count},
            {"distribution", to_string(row.what.input)},
            {"backend", name(row.how.where)},
            {"threads", row.how.threads},
            {"samples_ms", row.samples_ms},
            {"median_ms", row.median_ms},
            {"gkeys_per_s", row.gkeys_per_s},
            {"copy_ms", row.copy_ms},
            {"copy_gb_per_s", row.copy_gb_per_s},
            {"rivals", rivals_json(row.rivals)}};
}

} // namespace

std::string to_json(machine_facts const& machine, method const& how, std::span<result const> results) {
    json list = json::array();
    for (result const& row : results)
        list.push_back(result_json(row));
    json about = machine_json(machine, how);
    if (json devices = devices_json(results); !devices.empty())
        about["devices"] = std::move(devices);
    json const file = {{"schema", schema}, {"machine", std::move(about)}, {"results", std::move(list)}};
    return file.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

} // namespace pradix::bench
