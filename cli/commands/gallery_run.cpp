// SPDX-License-Identifier: MIT
#include "cli/commands/gallery_job.hpp"
#include "cli/error.hpp"
#include "cli/io/output_file.hpp"
#include "cli/multiset.hpp"
#include "cli/order_check.hpp"
#include "cli/size.hpp"

#include <optional>

namespace pradix::cli {
namespace {

constexpr raw_assumption gallery_keys{"keys", "npy", "give --format npy", "convert it to raw or .npy keys"};

void check(gallery_run_job const& job) {
    if (job.input.empty() && job.keys.empty())
        fail("gallery run: there is nothing to sort; give FILE or --keys");
    if (!job.input.empty() && !job.keys.empty())
        fail("gallery run: FILE and --keys both say what to sort; omit one of them");
    if (!job.input.empty() && job.output.empty() && job.format == "text")
        fail("gallery run: --format text is for an output; name one with -o");
}

key_array read_file(gallery_run_job const& job, progress& steps) {
    // The format asked for may be that of the output alone.
    std::string const wanted = job.format == "text" ? "" : job.format;
    file_format const format = choose_format(job.input, wanted);
    if (format != file_format::raw && format != file_format::npy)
        fail("{}: the gallery reads raw and .npy files; use pradix sort for {}", job.input, name(format));
    input_file file(job.input);
    array_layout const layout = read_layout(file, format, wanted.empty() ? &gallery_keys : nullptr, job.wanted_type());
    if (!gallery::takes(layout.type))
        fail("{}: holds {} keys; the gallery sorts u32, u64, i32, i64, f32 and f64", job.input, name(layout.type));
    return read_keys(file, layout, steps);
}

// Order and contents, with none of the code that sorts.
void verify(std::string_view who, key_array const& sorted, multiset const& before, bit_range bits) {
    if (auto const at = first_disorder({.type = sorted.type, .bits = bits}, sorted.keys.data(), sorted.count))
        fail("{}: key {} of its result is out of order; please report this, with the input", who, *at);
    if (multiset_of_keys(sorted.keys.data(), sorted.count, key_bytes(sorted.type)) != before)
        fail("{}: its result does not hold the keys of the input; please report this, with the input", who);
}

// Where the result goes, opened before the work. Keys of the command line go to standard output as text, if nothing
// else is asked for.
class result_file {
public:
    result_file(gallery_run_job const& job, key_type type) {
        if (job.output.empty() && job.keys.empty())
            return;
        bool const is_listed = job.output.empty();
        std::string const path = is_listed ? "-" : job.output;
        format_ = is_listed && job.format.empty() ? file_format::text : choose_format(path, job.format);
        check_key_format(format_, type, path);
        out_.emplace(path);
        if (format_ != file_format::text)
            out_->refuse_terminal("--format");
    }

    void write(key_array const& sorted, progress& steps) {
        if (!out_)
            return;
        write_keys(*out_, format_, sorted.type, sorted.keys.data(), sorted.count, steps);
        out_->commit();
    }

private:
    file_format format_ = file_format::text;
    std::optional<output_file> out_;
};

} // namespace

void run(gallery_run_job const& job) {
    check(job);
    gallery::algorithm const& chosen = gallery::find_algorithm(job.algorithm);
    gallery::platform const where = job.platform();
    gallery::settings const how = job.settings();
    auto const device = job.open_device(where);
    progress steps(!job.quiet);
    key_array keys = job.keys.empty() ? read_file(job, steps) : job.listed_keys();
    result_file result(job, keys.type);

    multiset const before = multiset_of_keys(keys.keys.data(), keys.count, key_bytes(keys.type));
    double const seconds = gallery::sort(chosen, *device, keys.type, keys.keys.data(), keys.count, how);
    verify(chosen.name, keys, before, how.bits);
    result.write(keys, steps);
    if (!job.quiet)
        write_to_stderr(fmt::format("pradix: {} sorted {} {} key{} on {} ({}) in {:.3f} ms, with the loading of its "
                                    "kernels and without transfers; verified\n",
                                    chosen.name, count_text(keys.count), name(keys.type), plural(keys.count),
                                    gallery::name(where), device->name(), 1e3 * seconds));
}

} // namespace pradix::cli
