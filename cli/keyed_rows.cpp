// SPDX-License-Identifier: MIT
#include "cli/keyed_rows.hpp"

namespace pradix::cli {

// The text is read once more for each further key: simple, and keys are rarely more than two or three.
keyed_rows parse_rows(buffer text, file_format format, csv_layout layout, std::vector<column_key> const& keys,
                      std::string_view file, reading how) {
    keyed_rows all;
    all.rows.text = std::move(text);
    for (column_key const& key : keys) {
        layout.key = key.column;
        all.rows.begins = {}; // of the key before, which would be there beside these
        all.rows = format == file_format::csv
                       ? parse_csv(std::move(all.rows.text), key.how.type, layout, file, key.empties, how)
                       : parse_text(std::move(all.rows.text), key.how.type, file, key.empties, how);
        all.columns.push_back({key.how, std::move(all.rows.keys), std::move(all.rows.empty), key.empties});
    }
    return all;
}

} // namespace pradix::cli
