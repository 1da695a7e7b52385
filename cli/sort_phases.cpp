// SPDX-License-Identifier: MIT
// The phases of a sort: read, sort, verify, write. Outputs are opened first, so that a place that cannot be written is
// found before the work, and take their names last, so that a failure leaves what was there.
#include "cli/sort_phases.hpp"

#include "cli/device_choice.hpp"
#include "cli/error.hpp"
#include "cli/interrupt.hpp"
#include "cli/io/key_array.hpp"
#include "cli/keyed_rows.hpp"
#include "cli/memory_limit.hpp"
#include "cli/multiset.hpp"
#include "cli/progress.hpp"
#include "cli/row_order.hpp"
#include "cli/sort_memory.hpp"
#include "cli/sort_outputs.hpp"

#include <pradix/backend.hpp>
#include <pradix/sort.hpp>

#include <chrono>

namespace pradix::cli {
namespace {

options options_of(sort_job const& job, key_order const& how) {
    options chosen;
    chosen.where = parse_backend(job.backend);
    chosen.threads = job.threads;
    chosen.device = parse_device(job.device, chosen.where);
    return with_order(chosen, how);
}

// One run: its outputs, its phases and what it has to report.
class runner {
public:
    explicit runner(sort_job const& job)
        : job_(job), format_(choose_format(job.input, job.keys.format)), steps_(!job.quiet), file_(job.input),
          limit_(choose_memory_limit(job.memory)), outputs_(job, format_) {
        job.keys.check_for(format_);
        file_.allow(limit_.bytes, limit_);
        report_.input = file_.name();
        auto const named = [](std::string const& path, char const* stream) { return path == "-" ? stream : path; };
        report_.output = named(job.output, "standard output");
        report_.values = named(job.values, "standard input");
        report_.values_output = named(job.values_output, "standard output");
        report_.format = format_;
        report_.operation = job.argsort ? "argsort" : job.values.empty() ? "sort" : "sort_pairs";
    }

    void run() {
        bool const rows = has_rows(format_);
        if (rows && !job_.values.empty())
            fail("--values: whole lines follow the keys of a {} file already; omit --values", name(format_));
        if (rows)
            sort_rows();
        else
            sort_array();
        outputs_.finish();
        report_.write = steps_.stop();
        report_.total = std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
    }

    /// Puts the outputs in place, and the report's file with them.
    void commit(output_file* json_file) const { outputs_.commit(json_file); }

    sort_report const& report() const { return report_; }

private:
    void sort_array() {
        raw_assumption const* const assumed = job_.keys.format.empty() ? &raw_keys : nullptr;
        array_layout const layout = read_layout(file_, format_, assumed, job_.keys.wanted_type());
        prepare(job_.keys.order_of(layout.type));
        if (layout.count) {
            check_memory(*layout.count * key_bytes(layout.type)); // else there may be more than anybody can address
            check_memory(array_bytes(*layout.count, 0));
        }
        outputs_.open(report_.order.type);

        steps_.start("read", file_.size_left().value_or(0));
        key_array array = read_keys(file_, layout, steps_);
        value_array values;
        if (!job_.values.empty()) {
            input_file values_file(job_.values);
            values_file.allow(limit_.bytes - array.keys.size(), limit_);
            values = read_values(values_file, choose_format(job_.values, ""), job_.keys.format != "raw", array.count,
                                 steps_);
        }
        report_.read = steps_.stop();
        report_.count = array.count;
        report_.bytes = array.keys.size();
        report_.value_bytes = values.value_bytes;
        check_memory(array_bytes(array.count, values.value_bytes));

        if (!job_.argsort)
            return sort_items(array, values);
        key_column const column{report_.order, std::move(array.keys)};
        write_indices(order_of({&column, 1}));
    }

    void sort_items(key_array& array, value_array& values) {
        std::size_t const width = key_bytes(array.type);
        auto const items = [&] {
            return values.value_bytes == 0
                       ? multiset_of_keys(array.keys.data(), array.count, width, report_.threads)
                       : multiset_of_pairs(array.keys.data(), array.count, width, values.values.data(),
                                           values.value_bytes, report_.threads);
        };
        multiset const before = timed_verification(items);
        steps_.start("sort");
        detail::sort(array.type, array.keys.data(), array.count,
                     values.value_bytes == 0 ? nullptr : values.values.data(), values.value_bytes, options_);
        report_.sort = steps_.stop();
        multiset const after = timed_verification([&] {
            if (auto const bad = first_disorder(report_.order, array.keys.data(), array.count, report_.threads))
                fail_verification("key {} is out of order", *bad);
            return items();
        });
        if (before != after)
            fail_verification("the sorted {} are not those of the input", job_.values.empty() ? "keys" : "pairs");

        steps_.start("write", outputs_.bytes_to_write(array.keys.size() + values.values.size()));
        write_keys(outputs_.keys(), outputs_.format(), array.type, array.keys.data(), array.count, steps_);
        if (!job_.values.empty()) {
            outputs_.values().write(values.header);
            outputs_.values().write(values.values.data(), values.values.size(), &steps_);
        }
    }

    void sort_rows() {
        csv_layout const layout = job_.keys.layout_of(job_.input);
        report_.keys = job_.keys.keys_of_rows();
        prepare(report_.keys.front().how);
        if (auto const size = file_.size_left())
            limit_.check(*size, file_.name(), "more than");
        bool const keys_alone = !job_.argsort && !outputs_.have_rows();
        if (keys_alone && report_.keys.front().empties != empty_keys::error)
            fail("--empty: keys alone are written, and an empty one is none; omit it or write text");
        outputs_.open(report_.order.type);

        steps_.start("read", file_.size_left().value_or(0));
        buffer text = file_.read_rest(steps_, 2);
        check_memory(keys_alone ? key_row_sort_bytes(text.text(), report_.keys.front(), options_)
                                : row_sort_bytes(text.text(), report_.keys, options_));
        report_.bytes = text.size();
        keyed_rows read = parse_rows(std::move(text), format_, layout, report_.keys, file_.name(), {report_.threads});
        report_.read = steps_.stop();
        report_.count = read.rows.count();
        if (keys_alone) {
            key_array array{report_.order.type, read.rows.count(), std::move(read.columns.front().keys)};
            value_array none;
            read = {};
            return sort_items(array, none);
        }

        buffer const indices = order_of(read.columns);
        if (job_.argsort)
            return write_indices(indices);
        steps_.start("write", read.rows.text.size());
        write_rows(outputs_.keys(), read.rows, indices.data(), index_bytes(), steps_, report_.threads);
    }

    buffer order_of(std::span<key_column const> columns) {
        std::size_t const count = report_.count;
        steps_.start("sort");
        buffer indices = order_of_rows(columns, count, index_bytes(), options_);
        report_.sort = steps_.stop();
        timed_verification([&] {
            if (auto const bad = first_misplaced(columns, count, indices.data(), index_bytes(), report_.threads))
                fail_verification("position {} is not that of a stable sort", *bad);
            return multiset{};
        });
        return indices;
    }

    void write_indices(buffer const& indices) {
        steps_.start("write", outputs_.bytes_to_write(indices.size()));
        write_keys(outputs_.keys(), outputs_.format(), index_bytes() == 4 ? key_type::u32 : key_type::u64,
                   indices.data(), report_.count, steps_);
    }

    std::size_t index_bytes() const { return index_bytes_for(report_.count); }

    void prepare(key_order const& how) {
        report_.order = how;
        options_ = options_of(job_, report_.order);
        options_.spent = &report_.spent;
        report_.device = options_.device;
        report_.threads = job_.threads != 0 ? job_.threads : default_threads();
        load_driver();
    }

    // By sorting nothing. A driver may handle signals in its own way: the one that is asked for is loaded before there
    // is a file to remove, and then signals are caught again.
    void load_driver() const {
        detail::sort(report_.order.type, nullptr, 0, nullptr, 0, options_);
        catch_signals();
    }

    std::uint64_t array_bytes(std::size_t count, std::size_t value_bytes) const {
        key_type const type = report_.order.type;
        return job_.argsort ? array_argsort_bytes(type, count, options_)
                            : array_sort_bytes(type, count, value_bytes, options_);
    }

    void check_memory(std::uint64_t needed) const { limit_.check(needed, file_.name()); }

    template <class Check>
    multiset timed_verification(Check check) {
        if (!job_.verify)
            return {};
        steps_.start("verify");
        multiset const result = check();
        report_.verify += steps_.stop();
        report_.verified = true;
        return result;
    }

    template <class... Args>
    [[noreturn]] void fail_verification(fmt::format_string<Args...> what, Args&&... args) const {
        fail("{}: verification failed: {}; nothing was written, please report this with the output of pradix info",
             file_.name(), fmt::format(what, std::forward<Args>(args)...));
    }

    sort_job const& job_;
    std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
    file_format format_;
    progress steps_;
    input_file file_;
    memory_limit limit_;
    options options_;
    sort_outputs outputs_;
    sort_report report_;
};

} // namespace

sort_report sort_files(sort_job const& job, output_file* json_file) {
    runner one(job);
    try {
        one.run();
        if (json_file)
            json_file->write(to_json(one.report()));
    } catch (broken_pipe const&) {
        if (json_file || !job.values_output.empty())
            fail("sort: whoever read an output went away before all was written; no file was replaced, run it again");
        throw;
    }
    one.commit(json_file);
    return one.report();
}

} // namespace pradix::cli
