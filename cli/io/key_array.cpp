// SPDX-License-Identifier: MIT
// Reads arrays whole and checks that files hold what they promise.
#include "cli/io/key_array.hpp"

#include "cli/error.hpp"
#include "cli/io/npy.hpp"
#include "cli/key_text.hpp"
#include "cli/size.hpp"

namespace pradix::cli {
namespace {

npy_header read_header(input_file& file) {
    return read_npy_header([&](void* data, std::size_t size) { return file.read(data, size); }, file.name());
}

[[noreturn]] void fail_not_whole(std::string const& file, std::size_t bytes, key_type type) {
    fail("{}: holds {}, which is not a whole number of {} keys of {} bytes; check --type or the file", file,
         counted(bytes, "byte"), name(type), key_bytes(type));
}

void check_promise(std::string const& file, std::size_t promised, std::size_t found) {
    if (found < promised)
        fail("{}: is truncated, {} of data instead of the {} its header promises; write it again", file,
             counted(found, "byte"), promised);
    if (found > promised)
        fail("{}: holds {} more than its header promises; write it again", file, counted(found - promised, "byte"));
}

// Reads exactly `bytes`, with nothing behind them. Memory is never taken on the word of a forged header.
buffer read_promised(input_file& file, std::size_t bytes, progress& steps) {
    if (auto const left = file.size_left())
        check_promise(file.name(), bytes, *left);
    buffer data = file.read_rest(steps);
    check_promise(file.name(), bytes, data.size());
    return data;
}

} // namespace

array_layout read_layout(input_file& file, file_format format, raw_assumption const* assumed,
                         std::optional<key_type> type) {
    if (format == file_format::npy) {
        npy_header const header = read_header(file);
        key_type const found = npy_key_type(header, file.name());
        if (type && *type != found)
            fail("{}: its header says {} and --type says {}; omit --type", file.name(), name(found), name(*type));
        std::size_t const bytes = npy_data_bytes(header, file.name());
        if (auto const left = file.size_left())
            check_promise(file.name(), bytes, *left);
        return {found, header.shape[0]};
    }
    if (assumed)
        check_looks_raw(file.peek(raw_check_bytes), file.name(), *assumed);
    if (!type)
        fail("{}: raw keys do not tell their type; give --type, for example --type u32{}", file.name(),
             assumed ? fmt::format(", or --format {} if they are not raw", assumed->other_formats) : "");
    auto const left = file.size_left();
    if (!left || *left == 0) // files of /proc say 0 and have more
        return {*type, std::nullopt, assumed};
    if (*left % key_bytes(*type) != 0)
        fail_not_whole(file.name(), *left, *type);
    return {*type, *left / key_bytes(*type)};
}

key_array read_keys(input_file& file, array_layout const& layout, progress& steps) {
    std::size_t const width = key_bytes(layout.type);
    if (layout.count)
        return {layout.type, *layout.count, read_promised(file, *layout.count * width, steps)};
    key_array array{layout.type, 0, file.read_rest(steps)};
    if (layout.assumed != nullptr)
        check_looks_raw(array.keys.text(), file.name(), *layout.assumed);
    if (array.keys.size() % width != 0)
        fail_not_whole(file.name(), array.keys.size(), layout.type);
    array.count = array.keys.size() / width;
    return array;
}

value_array read_values(input_file& file, file_format format, bool assumed, std::size_t count, progress& steps) {
    value_array array;
    if (format == file_format::npy) {
        npy_header const header = read_header(file);
        std::size_t const bytes = npy_data_bytes(header, file.name());
        if (header.shape.empty())
            fail("{}: has no dimension; save it flat: numpy.save(path, a.ravel())", file.name());
        if (header.shape[0] != count)
            fail("{}: holds {} for {}; give one value for each key", file.name(), counted(header.shape[0], "value"),
                 counted(count, "key"));
        array.values = read_promised(file, bytes, steps);
        array.header = header.bytes;
    } else if (format == file_format::raw) {
        array.values = file.read_rest(steps);
        if (assumed)
            check_looks_raw(array.values.text(), file.name(), raw_values);
    } else {
        fail("{}: values are raw or .npy; convert them, or sort whole lines as text or CSV", file.name());
    }
    std::size_t const bytes = array.values.size();
    if (count == 0 ? bytes != 0 : bytes % count != 0 || bytes == 0)
        fail("{}: {} cannot be divided evenly among {}; check the file", file.name(), counted(bytes, "byte"),
             counted(count, "key"));
    array.value_bytes = count == 0 ? 0 : bytes / count;
    return array;
}

void check_key_format(file_format format, key_type type, std::string const& path) {
    if (format == file_format::csv)
        fail("{}: keys alone are written as raw, npy or text; choose another name or format", path);
    if (format == file_format::npy)
        make_npy_header(type, 0);
}

void write_key_lines(output_file& out, key_type type, void const* keys, std::size_t count, progress& steps) {
    constexpr std::size_t flush_at = std::size_t{1} << 20;
    auto const* key = static_cast<std::byte const*>(keys);
    std::string lines;
    lines.reserve(flush_at + 100);
    for (std::size_t i = 0; i < count; ++i, key += key_bytes(type)) {
        append_key(lines, type, key);
        lines += '\n';
        if (lines.size() >= flush_at) {
            out.write(lines, &steps);
            lines.clear();
        }
    }
    out.write(lines, &steps);
}

void write_keys(output_file& out, file_format format, key_type type, void const* keys, std::size_t count,
                progress& steps) {
    if (format == file_format::text)
        return write_key_lines(out, type, keys, count, steps);
    if (format == file_format::npy)
        out.write(make_npy_header(type, count));
    out.write(keys, count * key_bytes(type), &steps);
}

key_type parse_key_type(std::string_view text) {
    if (auto const type = key_type_from_name(text))
        return *type;
    std::string names;
    for (std::size_t i = 0; i < key_type_count; ++i)
        names += fmt::format("{}{}", i == 0 ? "" : " ", name(static_cast<key_type>(i)));
    fail("--type: there is no type '{}'; it is one of {}", text, names);
}

} // namespace pradix::cli
