// SPDX-License-Identifier: MIT
// Compiled programs on disk: found again, and rebuilt in silence if they are damaged or for something else. And the
// tuning file, whose damage is an error.
#include "src/opencl/disk_cache.hpp"
#include "src/opencl/program.hpp"
#include "src/opencl/tuning_file.hpp"
#include "tests/opencl/device_engine.hpp"
#include "tests/support/environment.hpp"
#include "tests/support/thrown.hpp"

#include <pradix/error.hpp>
#include <pradix/opencl.hpp>

#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <iterator>
#include <sys/stat.h>

namespace {

using namespace pradix;
using namespace pradix::test;
namespace fs = std::filesystem;

std::string contents(fs::path const& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void write(fs::path const& path, std::string const& text) {
    std::ofstream(path, std::ios::binary) << text;
}

class program_cache : public ::testing::Test {
protected:
    program_cache()
        : folder_(fs::temp_directory_path() /
                  ("pradix-cache-" + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) +
                   std::to_string(getpid()))),
          named_("PRADIX_CACHE_DIR", folder_.c_str()) {}
    ~program_cache() override { fs::remove_all(folder_); }

    // Sorts with a program that is not in memory.
    static void sort_anew() {
        opencl::release_programs();
        std::vector<std::uint32_t> keys{5, 3, 9, 1};
        pradix::sort(keys, {.where = backend::opencl});
        EXPECT_EQ(keys, (std::vector<std::uint32_t>{1, 3, 5, 9}));
    }

    std::vector<fs::path> files() const {
        std::vector<fs::path> found;
        if (fs::exists(folder_))
            for (auto const& each : fs::directory_iterator(folder_))
                found.push_back(each.path());
        return found;
    }

    fs::path folder_;
    environment named_;
};

TEST_F(program_cache, keeps_programs) {
    SKIP_WITHOUT_OPENCL_DEVICE();
    sort_anew();
    ASSERT_EQ(files().size(), 1u);
    auto const path = files().front();
    auto const before = contents(path);
    auto const written = fs::last_write_time(path);
    sort_anew();
    EXPECT_EQ(files().size(), 1u);
    EXPECT_EQ(fs::last_write_time(path), written) << "the program was built again";
    EXPECT_EQ(contents(path), before);
}

// The second line of a file is the length of its key, which follows.
std::string key_in(std::string const& file) {
    std::size_t const length_at = file.find('\n') + 1, key_at = file.find('\n', length_at) + 1;
    return file.substr(key_at, std::stoul(file.substr(length_at)));
}

TEST_F(program_cache, rebuilds_what_is_damaged) {
    SKIP_WITHOUT_OPENCL_DEVICE();
    sort_anew();
    ASSERT_EQ(files().size(), 1u);
    auto const path = files().front();
    std::string const good = contents(path);
    std::string flipped = good;
    flipped[good.size() / 2] = static_cast<char>(flipped[good.size() / 2] ^ 1);
    std::string other_key = good; // a digest that two keys share
    other_key[good.find("KEY_BYTES=4") + 10] = '8';
    for (std::string const& bad : {flipped, other_key, good.substr(0, good.size() - 1), good.substr(0, 20), good + "x",
                                   std::string(), std::string("pradix program 1\n")}) {
        write(path, bad);
        ASSERT_FALSE(opencl::load_program(key_in(good))) << "a file of " << bad.size() << " bytes";
        sort_anew();
        EXPECT_TRUE(opencl::load_program(key_in(good))) << "a file of " << bad.size() << " bytes was left as it was";
    }
}

TEST_F(program_cache, builds_what_cannot_be_read) {
    SKIP_WITHOUT_OPENCL_DEVICE();
    sort_anew();
    ASSERT_EQ(files().size(), 1u);
    auto const path = files().front();
    fs::remove(path);
    fs::create_directory(path);
    sort_anew();
    EXPECT_TRUE(fs::is_directory(path));
}

// Whole, but not what the driver takes: the source is built, and replaces it.
TEST_F(program_cache, rebuilds_what_the_driver_rejects) {
    SKIP_WITHOUT_OPENCL_DEVICE();
    std::string const key = "some key\n";
    opencl::save_program(key, {1, 2, 3});
    ASSERT_EQ(opencl::load_program(key), (std::vector<unsigned char>{1, 2, 3}));
    sort_anew();
    auto const path =
        files().front() == folder_ / (opencl::digest(key) + ".program") ? files().back() : files().front();
    std::string const true_key = key_in(contents(path));
    std::vector<unsigned char> const nonsense{1, 2, 3};
    opencl::save_program(true_key, nonsense);
    ASSERT_EQ(opencl::load_program(true_key), nonsense);
    sort_anew();
    EXPECT_GT(opencl::load_program(true_key).value().size(), nonsense.size());
}

TEST_F(program_cache, does_without_a_folder) {
    SKIP_WITHOUT_OPENCL_DEVICE();
    environment const none("PRADIX_CACHE_DIR", "");
    sort_anew();
    environment const impossible("PRADIX_CACHE_DIR", "/proc/no-such-folder");
    sort_anew();
    EXPECT_TRUE(files().empty());
}

TEST_F(program_cache, follows_the_environment) {
    EXPECT_EQ(opencl::cache_folder(), folder_);
    unsetenv("PRADIX_CACHE_DIR"); // named_ puts it back
    environment const base("XDG_CACHE_HOME", "/base");
    EXPECT_EQ(opencl::cache_folder(), "/base/pradix");
    environment const empty("XDG_CACHE_HOME", "");
    environment const home("HOME", "/home/someone");
    EXPECT_EQ(opencl::cache_folder(), "/home/someone/.cache/pradix");
}

TEST_F(program_cache, reports_what_the_compiler_says) {
    SKIP_WITHOUT_OPENCL_DEVICE();
    auto const on = test_stream();
    auto source = opencl::sort_source(shrunken_chunks(), 4, 0, 4);
    source.options += " -D KEY_BYTES=wrong(";
    try {
        opencl::program_for(on.context, on.device, source);
        FAIL() << "nothing was thrown";
    } catch (device_error const& error) {
        std::string const words = error.what();
        EXPECT_NE(words.find("building the OpenCL kernels"), std::string::npos) << words;
        EXPECT_NE(words.find("error"), std::string::npos) << words;
        EXPECT_EQ(words.find('\n'), std::string::npos) << words;
    }
}

class tuning_file : public program_cache {
protected:
    tuning_file() : path_(folder_ / "tuning.json"), named_tuning_("PRADIX_OPENCL_TUNING", path_.c_str()) {
        fs::create_directories(folder_);
        device_.local_bytes = 1 << 20;
        device_.most_work_items = 256;
        device_.name = "a device";
    }

    void save(opencl::tuning const& tuned) const {
        opencl::save_tuning(path_, opencl::to_json(device_, {{4, 8, tuned, {1000, 2.5}}}));
    }

    std::string problem_with(std::string const& text) {
        opencl::save_tuning(path_, text);
        return message_of([&] { opencl::measured_tuning(device_, 4, 8); });
    }

    fs::path path_;
    environment named_tuning_;
    opencl::device_facts device_;
};

TEST_F(tuning_file, gives_back_what_was_saved) {
    auto tuned = opencl::tune(device_, 4, 8);
    tuned.groups = 17;
    save(tuned);
    auto const found = opencl::measured_tuning(device_, 4, 8);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->groups, 17u);
    EXPECT_EQ(found->items, tuned.items);
    EXPECT_EQ(found->shape, tuned.shape);
    EXPECT_EQ(opencl::tuned_rows(device_).at(0).speed.count, 1000);
    EXPECT_EQ(opencl::tuned_rows(device_).at(0).speed.gkeys_per_s, 2.5);
    EXPECT_FALSE(opencl::measured_tuning(device_, 8, 8)) << "there is no such row";
}

// As another process would write it while this one holds scratch.
TEST_F(tuning_file, is_read_once_and_after_it_was_saved) {
    auto tuned = opencl::tune(device_, 4, 8);
    auto const groups_now = [&] { return opencl::measured_tuning(device_, 4, 8).value().groups; };
    auto const json_of = [&](unsigned groups) {
        tuned.groups = groups;
        return opencl::to_json(device_, {{4, 8, tuned}});
    };
    opencl::save_tuning(path_, json_of(17));
    EXPECT_EQ(groups_now(), 17u);
    write(path_, json_of(18));
    fs::last_write_time(path_, fs::file_time_type::clock::now() + std::chrono::seconds(1));
    EXPECT_EQ(groups_now(), 17u);
    fs::remove(path_);
    EXPECT_EQ(groups_now(), 17u);
    opencl::save_tuning(folder_ / "." / "tuning.json", json_of(19));
    EXPECT_EQ(groups_now(), 19u);
}

TEST_F(tuning_file, is_looked_for_once) {
    environment const none_is_named("PRADIX_OPENCL_TUNING", "");
    std::string const json = opencl::to_json(device_, {{4, 8, opencl::tune(device_, 4, 8)}});
    EXPECT_FALSE(opencl::measured_tuning(device_, 4, 8));
    write(opencl::tuning_path(device_), json);
    EXPECT_FALSE(opencl::measured_tuning(device_, 4, 8));
    opencl::save_tuning(opencl::tuning_path(device_), json);
    EXPECT_TRUE(opencl::measured_tuning(device_, 4, 8));
}

TEST_F(tuning_file, replaces_regular_files_alone) {
    auto const problem_at = [](fs::path const& path) { return message_of([&] { opencl::check_tuning_place(path); }); };
    fs::create_symlink("tuning.json", folder_ / "link");
    fs::create_symlink("nothing", folder_ / "dangling");
    ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
    write(path_, "old");
    write(folder_ / "tuning.json.part", "of someone else");
    opencl::check_tuning_place(folder_ / "link");
    EXPECT_EQ(contents(path_), "old") << "a check changes nothing";
    opencl::save_tuning(folder_ / "link", "new");
    EXPECT_EQ(contents(path_), "new");
    EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
    EXPECT_EQ(contents(folder_ / "tuning.json.part"), "of someone else");
    for (char const* name : {"pipe", "dangling", ".", "none/tuning.json"})
        EXPECT_NE(problem_at(folder_ / name).find("cannot be written"), std::string::npos) << name;
    EXPECT_TRUE(fs::is_fifo(folder_ / "pipe"));
    EXPECT_EQ(files().size(), 5u);
}

TEST_F(tuning_file, of_ballots_takes_those_of_the_device) {
    device_.subgroup = {opencl::ballot_way::khronos, 16};
    auto const tuned = opencl::tune(device_, 4, 8);
    ASSERT_EQ(tuned.shape, opencl::kernel_shape::ballots);
    save(tuned);
    EXPECT_EQ(opencl::measured_tuning(device_, 4, 8), tuned);
    // Another device of that name, say the same one seen by another vendor's driver.
    device_.driver = "another";
    device_.subgroup = {opencl::ballot_way::nvidia, 32};
    EXPECT_EQ(opencl::measured_tuning(device_, 4, 8).value().subgroup, device_.subgroup);
}

TEST_F(tuning_file, says_what_is_wrong) {
    auto const found = [](std::string const& text, char const* part) { return text.find(part) != std::string::npos; };
    auto const tuned = opencl::tune(device_, 4, 8);
    std::string const good = opencl::to_json(device_, {{4, 8, tuned}});
    auto const with = [&](std::string const& from, std::string const& to) {
        std::string text = good;
        return text.replace(text.find(from), from.size(), to);
    };
    EXPECT_TRUE(found(problem_with(good.substr(0, good.size() / 2)), "tuning.json: ")) << problem_with("{");
    EXPECT_TRUE(found(problem_with(with("tuning/1", "tuning/9")), "schema"));
    EXPECT_TRUE(found(problem_with(with("\"tiles\"", "\"cubes\"")), "cubes"));
    EXPECT_TRUE(found(problem_with(with("\"tiles\"", "\"ballots\"")), "shape ballots, which the device has not"));
    EXPECT_TRUE(found(problem_with(with("\"group_size\": 256", "\"group_size\": 100")), "group_size 100"));
    EXPECT_TRUE(found(problem_with(with("\"radix_bits\": 8", "\"radix_bits\": 30")), "radix_bits 30"));
    EXPECT_TRUE(found(problem_with(with("\"groups\"", "\"crowds\"")), "groups"));
    EXPECT_TRUE(found(problem_with(with("tuning/1", "tuning/9")), "remove it, and make it anew with pradix tune"));
    for (char const* const other : {"", "{}", "[1]", "no JSON"})
        EXPECT_TRUE(found(problem_with(other), "it is not what pradix tune writes; name another file")) << other;
    fs::remove(path_);
    EXPECT_THROW(opencl::measured_tuning(device_, 4, 8), invalid_argument) << "the file that was named is not there";
}

} // namespace
