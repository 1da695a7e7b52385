// SPDX-License-Identifier: MIT
// Sets the contenders of a problem up, checks each once, and measures them in turn.
#include "bench/harness/experiment.hpp"

#include "bench/harness/workload.hpp"

#include <pradix/backend.hpp>
#include <pradix/sort.hpp>

#include <algorithm>
#include <cstring>
#include <memory>
#include <set>

namespace pradix::bench {
namespace {

// One contender, how its first run is checked, and which results its samples belong to.
struct entry {
    contender runner;
    std::function<void()> check;
    unsigned threads = 0; // 0: every number
    bool copy = false;
    rival const* who = nullptr;
    setting how{};
};

options pradix_options(problem const& what, setting const& how, bool allocate, memory_block& scratch) {
    options chosen;
    chosen.where = how.where;
    chosen.threads = how.threads;
    if (allocate)
        return chosen;
    std::size_t const bytes = what.op == operation::argsort
                                  ? argsort_workspace_bytes(what.type, what.count, chosen)
                                  : workspace_bytes(what.type, what.count, what.value_bytes, chosen);
    if (bytes > scratch.span().size())
        scratch = memory_block(bytes, "pradix's workspace");
    return chosen;
}

// What the calls of one run spend on sorting, without transfers and what they need.
struct sorting_clock {
    timing last;
    double seconds = 0;
};

entry pradix_entry(problem const& what, setting const& how, workload const& data, bool allocate, bool transfers,
                   memory_block& scratch) {
    entry made;
    made.how = how;
    made.threads = how.threads;
    made.runner.name = "pradix " + std::string(name(how.where)) + ", " + std::to_string(how.threads) + " threads";
    options chosen = pradix_options(what, how, allocate, scratch);
    auto const clock = std::make_shared<sorting_clock>();
    if (!transfers) {
        chosen.spent = &clock->last;
        made.runner.own_clock = [clock] { return clock->seconds; };
    }
    // The block is looked up at every run: a later setting may have replaced it by a larger one.
    auto const with_scratch = [chosen, allocate, &scratch] {
        options ready = chosen;
        if (!allocate)
            ready.workspace = scratch.span();
        return ready;
    };
    demands const wanted{.stable = true};
    made.runner.prepare = [&data, how] { data.renew(how.threads); };
    bool const is_argsort = what.op == operation::argsort;
    made.runner.run = [&data, what, with_scratch, clock, is_argsort] {
        options const ready = with_scratch();
        clock->seconds = 0;
        for (std::size_t i = 0; i < data.arrays(); ++i) {
            if (is_argsort)
                detail::argsort(what.type, data.keys(i), what.count, data.values(i), what.value_bytes, ready);
            else
                detail::sort(what.type, data.keys(i), what.count, what.value_bytes == 0 ? nullptr : data.values(i),
                             what.value_bytes, ready);
            clock->seconds += clock->last.sorting;
        }
    };
    made.check = [&data, wanted, is_argsort, who = made.runner.name] {
        is_argsort ? data.check_indices(who, wanted) : data.check_arrays(who, wanted);
    };
    return made;
}

// argsort for a sort of records: make records of key and position, sort them, keep the positions.
void argsort_by_records(problem const& what, workload const& data, record_shape const& shape, rival const& who,
                        unsigned threads, std::byte* records) {
    for (std::size_t array = 0; array < data.arrays(); ++array) {
        data.make_records(array, shape, records);
        who.run(what.type, what.value_bytes, records, what.count, threads);
        std::byte* const indices = data.values(array);
        std::byte const* const positions = records + shape.value_offset;
        if (what.value_bytes == 4)
            for (std::size_t i = 0; i < what.count; ++i)
                std::memcpy(indices + i * 4, positions + i * shape.bytes, 4);
        else
            for (std::size_t i = 0; i < what.count; ++i)
                std::memcpy(indices + i * 8, positions + i * shape.bytes, 8);
    }
}

entry rival_entry(problem const& what, rival const& who, unsigned threads, workload const& data,
                  memory_block& records) {
    entry made;
    made.who = &who;
    made.threads = who.parallel ? threads : 0;
    made.runner.name = std::string(who.name) + (who.parallel ? ", " + std::to_string(threads) + " threads" : "");
    demands const wanted{.stable = who.stable, .zeros_differ = false};
    record_shape const shape = shape_of(who.layout, key_bytes(what.type), what.value_bytes);
    if (what.op == operation::argsort) {
        if (records.data() == nullptr)
            records = memory_block(what.count * shape.bytes, "the rivals' records");
        made.runner.prepare = [] {};
        made.runner.run = [=, &who, &data, &records] {
            argsort_by_records(what, data, shape, who, threads, records.data());
        };
        made.check = [&data, wanted, who_text = made.runner.name] { data.check_indices(who_text, wanted); };
        return made;
    }
    bool const pairs = what.op == operation::sort_pairs;
    made.runner.prepare = [&data, pairs, shape, threads] { pairs ? data.renew_records(shape) : data.renew(threads); };
    made.runner.run = [=, &who, &data] {
        for (std::size_t i = 0; i < data.arrays(); ++i)
            who.run(what.type, what.value_bytes, pairs ? data.records(i, shape) : data.keys(i), what.count, threads);
    };
    made.check = [&data, pairs, shape, wanted, who_text = made.runner.name] {
        pairs ? data.check_records(who_text, shape, wanted) : data.check_arrays(who_text, wanted);
    };
    return made;
}

entry copy_entry(unsigned threads, workload const& data) {
    entry made;
    made.copy = true;
    made.threads = threads;
    made.runner.name = "memcpy, " + std::to_string(threads) + " threads";
    made.runner.prepare = [] {};
    made.runner.run = [&data, threads] { data.renew(threads); };
    made.check = [] {};
    return made;
}

void prepare(entry const& each, observer const& told) {
    if (told.step)
        told.step(each.runner.name);
    each.runner.prepare();
}

// Warms up and checks. False for a rival whose result is wrong.
bool passes_first_run(entry const& each, observer const& told) {
    prepare(each, told);
    each.runner.run();
    try {
        each.check();
    } catch (wrong_output const& wrong) {
        if (each.who == nullptr)
            throw;
        if (told.rejected)
            told.rejected(wrong.what());
        return false;
    }
    return true;
}

std::vector<double> milliseconds(std::vector<double> samples, std::size_t arrays) {
    for (double& sample : samples)
        sample *= 1e3 / static_cast<double>(arrays);
    return samples;
}

} // namespace

std::string_view name(operation op) {
    switch (op) {
    case operation::sort:
        return "sort";
    case operation::sort_pairs:
        return "sort_pairs";
    default:
        return "argsort";
    }
}

bool supports(rival const& who, problem const& what) {
    return who.supports(what.type, what.value_bytes);
}

std::size_t payload_bytes(problem const& what) {
    return what.count * (key_bytes(what.type) + what.value_bytes);
}

std::vector<result> measure_problem(problem const& what, method const& how, observer const& told) {
    workload const data(what, how.seed, how.keys_per_sample);
    memory_block scratch, records;
    std::set<unsigned> thread_counts;
    for (setting const& each : how.settings)
        thread_counts.insert(each.threads);

    std::vector<entry> entries;
    for (unsigned threads : thread_counts)
        entries.push_back(copy_entry(threads, data));
    for (setting const& each : how.settings)
        entries.push_back(pradix_entry(what, each, data, how.allocate, how.transfers, scratch));
    for (rival const* who : how.rivals) {
        if (!supports(*who, what))
            continue;
        if (!who->parallel)
            entries.push_back(rival_entry(what, *who, 1, data, records));
        else
            for (unsigned threads : thread_counts)
                entries.push_back(rival_entry(what, *who, threads, data, records));
    }

    std::erase_if(entries, [&](entry& each) { return !passes_first_run(each, told); });
    std::vector<contender> contenders;
    for (entry const& each : entries) {
        contenders.push_back(each.runner);
        contenders.back().prepare = [&] { prepare(each, told); };
    }
    std::vector<std::vector<double>> samples = sample_in_turn(contenders, how.rules);

    std::vector<result> results;
    for (setting const& each : how.settings) {
        result row;
        row.what = what;
        row.how = each;
        for (std::size_t i = 0; i < entries.size(); ++i) {
            entry const& from = entries[i];
            if (from.threads != 0 && from.threads != each.threads)
                continue;
            std::vector<double> const times = milliseconds(samples[i], data.arrays());
            double const middle = median(times);
            if (from.who != nullptr) {
                row.rivals.push_back({std::string(from.who->name), times, middle});
            } else if (from.copy) {
                row.copy_ms = middle;
                row.copy_gb_per_s = static_cast<double>(payload_bytes(what)) / middle / 1e6;
            } else if (from.how.where == each.where) {
                row.samples_ms = times;
                row.median_ms = middle;
                row.gkeys_per_s = static_cast<double>(what.count) / middle / 1e6;
            }
        }
        results.push_back(std::move(row));
    }
    return results;
}

} // namespace pradix::bench
