// SPDX-License-Identifier: MIT
// The files that a sort writes: in which format, and when they appear.
#pragma once

#include "cli/io/format.hpp"
#include "cli/io/output_file.hpp"
#include "cli/sort_job.hpp"

#include <pradix/key.hpp>

#include <cstddef>
#include <memory>

namespace pradix::cli {

class sort_outputs {
public:
    /// Chooses the output's format. Throws error if an input of that format cannot be written in it.
    sort_outputs(sort_job const& job, file_format input);

    file_format format() const { return format_; }

    /// Whether rows of the input are written, and neither keys alone nor indices.
    bool have_rows() const;

    /// For the progress line: how much is written of so many bytes; 0: numbers as text have no known length.
    std::size_t bytes_to_write(std::size_t binary) const { return format_ == file_format::text ? 0 : binary; }

    /// Opens the files. Throws error if keys of that type cannot be written.
    void open(key_type type);

    output_file& keys() { return *keys_; }
    output_file& values() { return *values_; }

    /// Brings everything to the disk, without touching the targets yet.
    void finish();

    /// Puts the files in place, and the report's file with them.
    void commit(output_file* json_file) const;

private:
    sort_job const& job_;
    file_format input_, format_;
    std::unique_ptr<output_file> keys_, values_;
};

} // namespace pradix::cli
