// SPDX-License-Identifier: MIT
#include "gallery/trace/writers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace pradix::gallery {

namespace {

// Light and dark of Okabe and Ito's colours, which stay apart for colour-blind readers; a digit each, in turn.
struct colour {
    char const *fill, *line;
};
constexpr std::array<colour, 8> colours = {{{"#D6ECFA", "#0072B2"},
                                            {"#FCE8C5", "#C77700"},
                                            {"#CFEDE3", "#00795A"},
                                            {"#F5DFEB", "#A84A7E"},
                                            {"#F7D9C9", "#B54A00"},
                                            {"#FAF6C8", "#8C8200"},
                                            {"#E4E4E4", "#555555"},
                                            {"#DDD6F3", "#5B4BA0"}}};

constexpr double margin = 20, label_width = 96, box_height = 46, gap = 66, head = 56, spacing = 12;

std::string escaped(std::string_view text) {
    std::string safe;
    for (char const each : text)
        if (each == '&')
            safe += "&amp;";
        else if (each == '<')
            safe += "&lt;";
        else
            safe += each;
    return safe;
}

class painter {
public:
    painter(trace const& of, trace_view const& seen) : seen_(seen) {
        std::size_t widest = seen.shown_bits;
        for (trace_pass const& pass : of.passes)
            for (std::uint64_t const key : pass.keys)
                widest = std::max(widest, seen.key_text(key).size());
        box_width_ = std::max(44.0, 8.0 * static_cast<double>(widest) + 14);
    }

    std::string draw(trace const& of) {
        std::size_t const count = of.passes.empty() ? 0 : of.passes.front().keys.size();
        for (std::size_t i = 0; i < count; ++i)
            write(middle(i), head - 8, "index", std::to_string(i));
        double y = head;
        for (trace_pass const& pass : of.passes) {
            numbers const* keys = &pass.keys;
            write_label(y, digit_text(pass), keys == &of.passes.front().keys ? "input" : "");
            for (trace_move const& move : pass.moves) {
                draw_keys(y, *keys, &pass);
                draw_ways(y, *keys, move, pass);
                y += box_height + gap;
                keys = &move.keys;
                if (&move != &pass.moves.back())
                    write_label(y, "", "in sections");
            }
        }
        if (!of.passes.empty()) {
            write_label(y, "result", "");
            draw_keys(y, of.passes.back().result(), nullptr);
        }
        for (std::size_t i = of.section; of.section != 0 && i < count; i += of.section)
            draw_border(left(i) - spacing / 2, y + box_height);
        double const width = left(count) - spacing + margin;
        return header(std::max(width, 360.0), y + box_height + margin) + body_ + "</svg>\n";
    }

private:
    double left(std::size_t i) const { return margin + label_width + static_cast<double>(i) * (box_width_ + spacing); }
    double middle(std::size_t i) const { return left(i) + box_width_ / 2; }

    static std::size_t digit_of(std::uint64_t key, trace_pass const& pass) {
        return key >> pass.low_bit & ((std::uint64_t{1} << pass.bits) - 1);
    }

    std::string header(double width, double height) const {
        return fmt::format(
            R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0:.0f}" height="{1:.0f}" viewBox="0 0 {0:.0f} {1:.0f}">
<style>
text {{ font-family: "DejaVu Sans", Verdana, sans-serif; fill: #222222; text-anchor: middle; }}
.title {{ font-size: 15px; font-weight: bold; text-anchor: start; }}
.digit {{ font-size: 13px; font-weight: bold; text-anchor: start; }}
.note, .index {{ font-size: 11px; fill: #666666; }}
.note {{ text-anchor: start; }}
.key {{ font-size: 15px; font-weight: bold; }}
.bits {{ font-family: "DejaVu Sans Mono", monospace; font-size: 11px; fill: #666666; }}
.now {{ font-weight: bold; fill: #000000; text-decoration: underline; }}
path {{ fill: none; stroke-width: 2; stroke-opacity: 0.85; }}
rect {{ stroke-width: 1.5; }}
</style>
<rect width="100%" height="100%" fill="white" stroke="none"/>
<text class="title" x="{2:.0f}" y="26">{3}</text>
)",
            width, height, margin, escaped(seen_.algorithm));
    }

    void write(double x, double y, std::string_view kind, std::string_view text) {
        body_ += fmt::format("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", kind, x, y, text);
    }

    void write_label(double y, std::string_view strong, std::string_view note) {
        write(margin, y + box_height / 2 - 2, "digit", strong);
        write(margin, y + box_height / 2 + 14, "note", note);
    }

    // Between two sections.
    void draw_border(double x, double end) {
        body_ += fmt::format("<path d=\"M {0:.1f} {1:.1f} V {2:.1f}\" stroke=\"#999999\" stroke-dasharray=\"3 5\"/>\n",
                             x, head - 20, end);
    }

    // The bits of the key, those of the digit marked.
    std::string bits_of(std::uint64_t key, trace_pass const* pass) const {
        std::string all = binary_text(key, seen_.shown_bits);
        if (pass == nullptr)
            return all;
        std::size_t const begin = all.size() - pass->low_bit - pass->bits;
        return fmt::format("{}<tspan class=\"now\">{}</tspan>{}", all.substr(0, begin), all.substr(begin, pass->bits),
                           all.substr(begin + pass->bits));
    }

    void draw_keys(double y, numbers const& keys, trace_pass const* pass) {
        for (std::size_t i = 0; i < keys.size(); ++i) {
            colour const look =
                pass ? colours[digit_of(keys[i], *pass) % colours.size()] : colour{"#FFFFFF", "#222222"};
            body_ +=
                fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"5\" fill=\"{}\" "
                            "stroke=\"{}\"/>\n",
                            left(i), y, box_width_, box_height, look.fill, look.line);
            write(middle(i), y + 20, "key", escaped(seen_.key_text(keys[i])));
            write(middle(i), y + 37, "bits", bits_of(keys[i], pass));
        }
    }

    void draw_ways(double y, numbers const& keys, trace_move const& move, trace_pass const& pass) {
        double const from = y + box_height, to = from + gap;
        for (std::size_t i = 0; i < keys.size(); ++i) {
            double const end = middle(move.places[i]);
            char const* const line = colours[digit_of(keys[i], pass) % colours.size()].line;
            body_ += fmt::format("<path d=\"M {0:.1f} {1:.1f} C {0:.1f} {2:.1f} {3:.1f} {4:.1f} {3:.1f} {5:.1f}\" "
                                 "stroke=\"{6}\"/>\n",
                                 middle(i), from, from + gap * 0.45, end, to - gap * 0.45, to - 7, line);
            body_ += fmt::format("<path d=\"M {0:.1f} {1:.1f} l -4 -8 l 8 0 z\" style=\"fill:{2}\" stroke=\"none\"/>\n",
                                 end, to, line);
        }
    }

    trace_view const& seen_;
    double box_width_;
    std::string body_;
};

} // namespace

std::string to_svg(trace const& of, trace_view const& seen) {
    return painter(of, seen).draw(of);
}

} // namespace pradix::gallery
