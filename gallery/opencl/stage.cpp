// SPDX-License-Identifier: MIT
#include "gallery/opencl/stage.hpp"

#include "src/core/key_codec.hpp"

namespace pradix::gallery::opencl {

namespace {

template <class Word>
numbers widened(cl::CommandQueue const& queue, array const& from, std::size_t first, std::size_t count) {
    std::vector<Word> words(count);
    queue.enqueueReadBuffer(from, CL_TRUE, first * sizeof(Word), count * sizeof(Word), words.data());
    return {words.begin(), words.end()};
}

} // namespace

stage::stage(device& on, job const& asked, void const* from, trace* traced)
    : work(asked), device_(on), traced_(traced) {
    keys = scratch(work.padded * work.key_bytes / 4);
    other = scratch(work.padded * work.key_bytes / 4);
    device_.queue().enqueueWriteBuffer(keys, CL_TRUE, 0, work.padded * work.key_bytes, from);
    if (traced_)
        input_ = images_of(keys, 0);
}

array stage::scratch(std::size_t words) {
    return device_.scratch(taken_++, words * 4);
}

void stage::use(std::vector<std::string_view> const& sources, std::string const& options) {
    program_ = device_.program(sources, (work.key_bytes == 4 ? "-D KEY=uint " : "-D KEY=ulong ") + options);
}

void stage::copy_to(void* to) const {
    device_.queue().enqueueReadBuffer(keys, CL_TRUE, 0, work.padded * work.key_bytes, to);
}

void stage::begin_pass(unsigned low_bit, unsigned bits) {
    if (traced_)
        traced_->begin_pass(low_bit, bits, traced_->passes.empty() ? input_ : traced_->passes.back().result());
}

void stage::show(std::string const& label, array const& words, std::size_t count, std::size_t first, notation shown) {
    if (traced_)
        traced_->row(label, words_of(words, first, count), shown);
}

void stage::show_keys(std::string const& label, array const& images, std::size_t first) {
    if (traced_)
        traced_->row(label, images_of(images, first), notation::key);
}

void stage::show_move(array const& places, array const& images, std::size_t first_place, std::size_t first_key) {
    if (traced_)
        traced_->move(words_of(places, first_place, work.count), images_of(images, first_key));
}

numbers stage::words_of(array const& from, std::size_t first, std::size_t count) const {
    return widened<std::uint32_t>(device_.queue(), from, first, count);
}

numbers stage::images_of(array const& from, std::size_t first) const {
    return work.key_bytes == 4 ? widened<std::uint32_t>(device_.queue(), from, first, work.count)
                               : widened<std::uint64_t>(device_.queue(), from, first, work.count);
}

} // namespace pradix::gallery::opencl
