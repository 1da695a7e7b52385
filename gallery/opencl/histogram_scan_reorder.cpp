// SPDX-License-Identifier: MIT
#include "gallery/opencl/histogram_scan_reorder.cl.hpp"
#include "gallery/opencl/scan.hpp"
#include "gallery/opencl/scan_blelloch.cl.hpp"

namespace pradix::gallery::opencl {

void histogram_scan_reorder(stage& on) {
    std::uint32_t const n = on.count();
    std::size_t const groups = on.work.groups, items = on.work.block, digits = 1u << on.work.radix_bits;
    auto const share = static_cast<std::uint32_t>(on.work.padded / (groups * items));
    on.use({scan_blelloch_source, histogram_scan_reorder_source});
    array const table = on.scratch(digits * groups * items), places = on.record(on.work.padded);
    auto const sums = scan_space(on, digits * groups * items);
    on.show_sections(share);

    for (std::uint32_t low = on.work.begin_bit; low < on.work.end_bit; low += on.work.radix_bits) {
        std::uint32_t const bits = on.work.digit_bits(low);
        std::size_t const entries = groups * items << bits;
        bool const is_first = low == on.work.begin_bit, is_last = low + bits == on.work.end_bit;
        stage::key_word const flip{is_first ? on.work.flip : 0}, negative{is_first ? on.work.negative : 0};
        stage::key_word const last_flip{is_last ? on.work.flip : 0}, last_negative{is_last ? on.work.negative : 0};
        stage::local_words const counts{items << bits};

        on.begin_pass(low, bits);
        on.launch("histogram", groups, items, on.keys, share, low, bits, flip, negative, table, counts);
        for (unsigned digit = 0; digit < 1u << bits; ++digit)
            on.show("H, digit " + std::to_string(digit), table, groups * items, digit * groups * items);
        scan_exclusive(on, table, entries, sums);
        for (unsigned digit = 0; digit < 1u << bits; ++digit)
            on.show("scan of H, digit " + std::to_string(digit), table, groups * items, digit * groups * items);
        on.launch("reorder", groups, items, on.keys, share, low, bits, flip, negative, last_flip, last_negative, table,
                  on.other, places, counts);
        on.show("place", places, n);
        on.show_move(places, on.other);
        std::swap(on.keys, on.other);
    }
}

} // namespace pradix::gallery::opencl
