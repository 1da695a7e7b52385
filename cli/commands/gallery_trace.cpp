// SPDX-License-Identifier: MIT
#include "cli/commands/gallery_job.hpp"
#include "cli/error.hpp"
#include "cli/key_text.hpp"
#include "gallery/trace/writers.hpp"
#include "src/core/key_codec.hpp"

#include <algorithm>

namespace pradix::cli {
namespace {

constexpr std::size_t most_keys = 64; // that fit on a screen, more or less

void check(gallery_trace_job const& job) {
    if (job.json && job.svg)
        fail("gallery trace: --json and --svg are two kinds of output; choose one");
    if (job.keys.empty() || job.keys.size() > most_keys)
        fail("gallery trace: there are {} keys, which is not from 1 to {}; give some with --keys", job.keys.size(),
             most_keys);
}

// Blocks so small that a few keys fill several of them, unless asked otherwise.
gallery::settings small_settings(gallery_trace_job const& job, gallery::algorithm const& of) {
    gallery::settings how = job.settings();
    if (how.block == 0)
        how.block = of.trace_block;
    if (how.groups == 0)
        how.groups = of.trace_groups;
    return how;
}

template <class Bits>
std::string text_of_image(key_type type, std::uint64_t image) {
    auto const codec = core::make_codec<Bits>(type, order::ascending, nan_order::by_bits, {});
    Bits const key = codec.decode(static_cast<Bits>(image));
    return key_text(type, &key);
}

// As many as are compared, and no fewer than the largest key has.
unsigned shown_bits(gallery::trace const& seen, unsigned end_bit) {
    unsigned shown = end_bit;
    for (std::uint64_t const key : seen.passes.front().keys)
        shown = std::max(shown, core::bit_width(key));
    return shown;
}

} // namespace

void run(gallery_trace_job const& job) {
    check(job);
    gallery::algorithm const& chosen = gallery::find_algorithm(job.algorithm);
    gallery::platform const where = job.platform();
    gallery::settings const how = small_settings(job, chosen);
    key_array keys = job.listed_keys();
    auto const device = job.open_device(where);
    gallery::trace seen;
    gallery::sort(chosen, *device, keys.type, keys.keys.data(), keys.count, how, &seen);
    if (seen.passes.empty())
        fail("gallery trace: --bits {} leaves no bit to compare, so there is no pass; give more bits", job.bits);

    bool const is_wide = key_bytes(keys.type) == 8;
    gallery::trace_view const view{.algorithm = std::string(chosen.name),
                                   .platform = std::string(gallery::name(where)),
                                   .device = device->name(),
                                   .type = std::string(name(keys.type)),
                                   .shown_bits = shown_bits(seen, how.bits.end_for(is_wide ? 64 : 32)),
                                   .key_text = [&](std::uint64_t image) {
                                       return is_wide ? text_of_image<std::uint64_t>(keys.type, image)
                                                      : text_of_image<std::uint32_t>(keys.type, image);
                                   }};
    print(job.json ? to_json(seen, view) : job.svg ? to_svg(seen, view) : to_text(seen, view));
}

} // namespace pradix::cli
