// SPDX-License-Identifier: MIT
// The command-line tool: subcommands, exit codes, and the one place that prints errors.
#include "cli/commands/bench.hpp"
#include "cli/commands/gallery.hpp"
#include "cli/commands/gen.hpp"
#include "cli/commands/info.hpp"
#include "cli/commands/sort.hpp"
#include "cli/commands/tune.hpp"
#include "cli/commands/verify.hpp"
#include "cli/error.hpp"
#include "cli/interrupt.hpp"
#include "cli/io/output_file.hpp"

#include <pradix/version.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdio>
#include <fcntl.h>
#include <memory>
#include <new>
#include <sstream>
#include <unistd.h>
#include <vector>

namespace {

using namespace pradix;

// Help texts: --json[=FILE] as people write it, and a type without its limits, which the descriptions give.
class help_formatter : public CLI::Formatter {
    std::string make_option_name(CLI::Option const* option, bool positional) const override {
        std::string name = CLI::Formatter::make_option_name(option, positional);
        if (std::size_t const at = name.find("{-}"); at != name.npos)
            name.replace(at, 3, "[=FILE]");
        return name;
    }
    std::string make_option_opts(CLI::Option const* option) const override {
        std::string const type = option->get_type_name();
        return type.empty() ? "" : " " + type.substr(0, type.find(':'));
    }
};

int trouble(std::string_view what) {
    std::fputs(fmt::format("pradix: {}\n", cli::one_line(std::string(what))).c_str(), stderr);
    return 2;
}

// `sort --json` takes no word that follows it, which is easily one too many then.
bool may_be_a_report(CLI::App const& command) {
    CLI::Option const* const json = command.get_option_no_throw("--json");
    return command.get_name() == "sort" && json->count() != 0;
}

// What is wrong with the words that nothing takes; empty if it is something else.
std::string complaint_of(CLI::App const& command, std::vector<std::string> const& extra) {
    if (extra.empty())
        return {};
    if (extra.front() == "--")
        return extra.size() == 1 ? ""
                                 : fmt::format("after -- there are no options, and {} is one word too many; put "
                                               "options before --",
                                               cli::in_quotes(extra[1]));
    std::string const word = cli::in_quotes(extra.front());
    if (extra.front().starts_with('-'))
        return "there is no option " + word;
    if (!command.get_subcommands({}).empty())
        return "there is no command " + word;
    return word + " is one word too many" +
           (may_be_a_report(command) ? "; for a report in a file write --json=FILE" : "");
}

// What is wrong with the command line. A word that nothing takes is named first: what is missing may be what it should
// be.
std::string complaint_of(CLI::App const& app, CLI::ParseError const& problem) {
    CLI::App const* command = &app;
    std::string path = app.get_name();
    for (;;) {
        std::string const help = fmt::format("; see {} --help", path);
        auto const extra = command->remaining(false);
        if (std::string const wrong = complaint_of(*command, extra); !wrong.empty())
            return fmt::format("{}: {}{}", command == &app ? "command line" : command->get_name(), wrong, help);
        auto const chosen = command->get_subcommands();
        if (chosen.empty() || !extra.empty())
            return problem.what() + help;
        command = chosen.front();
        path += " " + command->get_name();
    }
}

// A standard stream that is closed would become the next file that is opened. In its place comes what can be neither
// read as input nor written as output, so that asking for it is an error still.
void occupy_closed_streams() {
    for (int const stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(stream, F_GETFD) < 0) [[maybe_unused]]
            int const opened =
                open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY); // the lowest that is free
}

// The command line, with --help for a help in front: pradix help sort.
std::vector<char const*> words_of(int argc, char** argv) {
    std::vector<char const*> words(argv, argv + argc);
    if (argc > 1 && std::string_view(words[1]) == "help") {
        words.erase(words.begin() + 1);
        words.push_back("--help");
    }
    return words;
}

// The first word that ends behind its =, which CLI11 takes for the same option without a value; null: none.
char const* option_without_value(std::vector<char const*> const& words) {
    for (std::string_view const word : words) {
        if (word == "--")
            break;
        if (word.starts_with("--") && word.find('=') + 1 == word.size())
            return word.data();
    }
    return nullptr;
}

// What a variable that is not set leaves: an empty value would count as none, and without quotes the next option would
// be the value.
void refuse_empty_values(CLI::App& of) {
    for (CLI::Option* const option : of.get_options())
        if (!option->get_positional() && option->get_items_expected_min() > 0)
            option->check([&of](std::string const& value) -> std::string {
                if (value.empty())
                    return "the value is empty; write one, or leave the option out";
                if (of.get_option_no_throw(value) != nullptr)
                    return fmt::format("the value is missing, for {} is an option; a file of that name is ./{}",
                                       cli::in_quotes(value), value);
                return "";
            });
    for (CLI::App* const command : of.get_subcommands({}))
        refuse_empty_values(*command);
}

int parse_and_run(int argc, char** argv) {
    CLI::App app("Sorts numbers, and files of them, with a parallel radix sort.", "pradix");
    app.formatter(std::make_shared<help_formatter>());
    app.set_version_flag("-V,--version", std::string("pradix ") + version());
    app.require_subcommand(1);
    app.footer("Examples:\n  pradix sort keys.u32 --type u32 -o sorted.u32 --verify\n  pradix sort --help\n\n"
               "Exit code: 0 done, 1 verify found the file not sorted, 2 trouble.");
    cli::add_sort(app);
    cli::add_verify(app);
    cli::add_gen(app);
    cli::add_bench(app);
    cli::add_tune(app);
    cli::add_info(app);
    cli::add_gallery(app);
    refuse_empty_values(app);
    try {
        auto const words = words_of(argc, argv);
        if (char const* const option = option_without_value(words))
            return trouble(fmt::format("command line: {} has no value; write one behind it", option));
        app.parse(static_cast<int>(words.size()), words.data());
    } catch (CLI::ParseError const& problem) {
        std::ostringstream out, err;
        bool const is_help = app.exit(problem, out, err) == 0;
        if (!is_help || !app.remaining(false).empty()) // --help of a command that there is not
            return trouble(complaint_of(app, problem));
        cli::print(out.str());
    }
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    occupy_closed_streams();
    cli::catch_signals();
    try {
        return parse_and_run(argc, argv);
    } catch (cli::exit_status const& done) {
        return done.code;
    } catch (cli::broken_pipe const&) {
        return 0; // whoever read our only output has enough
    } catch (std::bad_alloc const&) {
        return trouble("memory: not enough of it; sort on a machine with more memory or split the input");
    } catch (std::exception const& problem) {
        return trouble(problem.what());
    }
}
