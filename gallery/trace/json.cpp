// SPDX-License-Identifier: MIT
#include "gallery/trace/writers.hpp"

#include <nlohmann/json.hpp>

namespace pradix::gallery {

namespace {

using json = nlohmann::ordered_json;

json keys_of(numbers const& images, trace_view const& seen) {
    json keys = json::array();
    for (std::uint64_t const each : images)
        keys.push_back(seen.key_text(each));
    return keys;
}

json rows_of(trace_pass const& pass, trace_view const& seen) {
    json rows = json::array();
    for (trace_row const& row : pass.rows)
        rows.push_back({{"label", row.label},
                        {"values", row.shown == notation::key ? keys_of(row.values, seen) : json(row.values)}});
    return rows;
}

json moves_of(trace_pass const& pass, trace_view const& seen) {
    json moves = json::array();
    for (trace_move const& move : pass.moves)
        moves.push_back({{"places", move.places}, {"keys", keys_of(move.keys, seen)}});
    return moves;
}

} // namespace

std::string to_json(trace const& of, trace_view const& seen) {
    json passes = json::array();
    for (trace_pass const& pass : of.passes) {
        json binary = json::array();
        for (std::uint64_t const each : pass.keys)
            binary.push_back(binary_text(each, seen.shown_bits));
        passes.push_back({{"bits", {pass.low_bit, pass.low_bit + pass.bits}},
                          {"keys", keys_of(pass.keys, seen)},
                          {"binary", binary},
                          {"rows", rows_of(pass, seen)},
                          {"moves", moves_of(pass, seen)},
                          {"result", keys_of(pass.result(), seen)}});
    }
    json const all = {{"schema", "pradix.trace/1"},
                      {"algorithm", seen.algorithm},
                      {"platform", seen.platform},
                      {"device", seen.device},
                      {"type", seen.type},
                      {"section", of.section},
                      {"passes", passes}};
    return all.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

} // namespace pradix::gallery
