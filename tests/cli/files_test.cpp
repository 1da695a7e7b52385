// SPDX-License-Identifier: MIT
// Buffers, input and output files, .npy headers.
#include "cli/error.hpp"
#include "cli/interrupt.hpp"
#include "cli/io/buffer.hpp"
#include "cli/io/input_file.hpp"
#include "cli/io/npy.hpp"
#include "cli/io/output_file.hpp"

#include <pradix/error.hpp>

#include <gtest/gtest.h>

#include <csignal>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>

namespace {

using namespace pradix::cli;
namespace fs = std::filesystem;

class Files : public testing::Test {
protected:
    void SetUp() override {
        std::string pattern = (fs::temp_directory_path() / "pradix-files-XXXXXX").string();
        ASSERT_NE(mkdtemp(pattern.data()), nullptr);
        folder_ = pattern;
    }
    void TearDown() override { fs::remove_all(folder_); }

    std::string path(char const* name) const { return (folder_ / name).string(); }
    void put(char const* name, std::string const& contents) const { std::ofstream(path(name)) << contents; }
    std::string get(char const* name) const {
        std::ifstream file(path(name));
        return {std::istreambuf_iterator<char>(file), {}};
    }
    long entries() const { return std::distance(fs::directory_iterator(folder_), fs::directory_iterator()); }

    fs::path folder_;
    progress steps_{false};
};

TEST(Buffer, IsAlignedAndKeepsItsContentsWhenItGrows) {
    buffer bytes(10);
    std::memcpy(bytes.data(), "0123456789", 10);
    for (std::size_t size : {100u, 5'000'000u, 20'000'000u}) {
        bytes.resize(size);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(bytes.data()) % 64, 0u);
        EXPECT_EQ(bytes.text().substr(0, 10), "0123456789");
        EXPECT_EQ(bytes.size(), size);
    }
    bytes.resize(3);
    EXPECT_EQ(bytes.text(), "012");
}

TEST(Buffer, SaysHowManyBytesItCouldNotGet) {
    for (std::size_t size : {std::size_t{1} << 60, std::numeric_limits<std::size_t>::max()})
        EXPECT_THROW(buffer{size}, pradix::out_of_memory);
}

TEST_F(Files, ReadsWhatIsThereAndHasRoomToSpare) {
    put("file", "contents");
    input_file file(path("file"));
    EXPECT_EQ(file.size_left(), 8u);
    char start[3];
    EXPECT_EQ(file.read(start, 3), 3u);
    EXPECT_EQ(file.size_left(), 5u);
    buffer const rest = file.read_rest(steps_, 2);
    EXPECT_EQ(rest.text(), "tents");
    EXPECT_GE(rest.capacity(), 7u);
    EXPECT_EQ(file.read(start, 3), 0u);
}

TEST_F(Files, FilesThatSayTheyAreEmptyAreReadToTheirEnd) {
    if (!fs::exists("/proc/self/status"))
        GTEST_SKIP() << "there is no /proc";
    input_file file("/proc/self/status");
    EXPECT_GT(file.read_rest(steps_).size(), 100u);
}

TEST_F(Files, OutputAppearsWithCommitOnly) {
    put("out", "old");
    {
        output_file out(path("out"));
        out.write("new");
        EXPECT_EQ(entries(), 2);
        out.finish();
        EXPECT_EQ(get("out"), "old");
    }
    EXPECT_EQ(entries(), 1);
    EXPECT_EQ(get("out"), "old");
    output_file out(path("out"));
    out.write("new");
    out.commit();
    EXPECT_EQ(get("out"), "new");
    EXPECT_EQ(entries(), 1);
}

TEST(Signals, ThatWereHeldBeforeStaySo) {
    auto const is_held = [](int number) {
        sigset_t now;
        pthread_sigmask(SIG_BLOCK, nullptr, &now);
        return sigismember(&now, number) == 1;
    };
    sigset_t of_parent, before;
    sigemptyset(&of_parent);
    sigaddset(&of_parent, SIGTERM);
    pthread_sigmask(SIG_SETMASK, &of_parent, &before);
    {
        signals_held const held;
        EXPECT_TRUE(is_held(SIGTERM) && is_held(SIGINT));
    }
    EXPECT_TRUE(is_held(SIGTERM) && !is_held(SIGINT));
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

TEST_F(Files, TargetsAreTheSameThroughLinksAndDots) {
    put("file", "");
    fs::create_symlink("file", path("link"));
    EXPECT_TRUE(same_target(path("file"), path("link")));
    EXPECT_TRUE(same_target(path("file"), (folder_ / "." / "file").string()));
    EXPECT_TRUE(same_target(path("later"), (folder_ / "." / "later").string()));
    EXPECT_FALSE(same_target(path("file"), path("later")));
    EXPECT_TRUE(same_target("not-there-yet", "./not-there-yet"));
    EXPECT_FALSE(same_target("-", path("file")));
    EXPECT_TRUE(same_target("-", "-"));
    EXPECT_TRUE(same_target("-", "/dev/stdout"));
    EXPECT_FALSE(same_target("/dev/stdin", "/dev/fd/1"));
    EXPECT_FALSE(same_target("/dev/null", "/dev/null"));
}

npy_header read_header(std::string const& bytes) {
    std::size_t at = 0;
    return read_npy_header(
        [&](void* data, std::size_t size) {
            std::size_t const got = bytes.copy(static_cast<char*>(data), size, at);
            at += got;
            return got;
        },
        "test.npy");
}

TEST(Npy, WhatIsWrittenReadsBackAlignedAsNumpyDoes) {
    using pradix::key_type;
    for (std::size_t index = 0; index < pradix::key_type_count; ++index) {
        auto const type = static_cast<key_type>(index);
        if (type == key_type::u128 || type == key_type::i128 || type == key_type::bf16) {
            EXPECT_THROW(make_npy_header(type, 1), error);
            continue;
        }
        for (std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{123456789}, std::size_t{1} << 50}) {
            std::string const bytes = make_npy_header(type, count);
            EXPECT_EQ(bytes.size() % 64, 0u);
            npy_header const header = read_header(bytes + "data");
            EXPECT_EQ(header.bytes, bytes);
            EXPECT_EQ(npy_key_type(header, "test.npy"), type);
            EXPECT_EQ(npy_data_bytes(header, "test.npy"), count * key_bytes(type));
        }
    }
}

std::string with_dictionary(std::string const& text) {
    std::string bytes("\x93NUMPY\1\0", 8);
    bytes += static_cast<char>(text.size() & 0xff);
    bytes += static_cast<char>(text.size() >> 8);
    return bytes + text;
}

TEST(Npy, DictionariesThatPythonWouldReadTheSameAreRead) {
    for (char const* text : {"{'descr':'<f8','fortran_order':False,'shape':(3,)}",
                             "{\"shape\": (3L,), \"descr\": \"<f8\", \"fortran_order\": False, }   \n",
                             " { 'descr' : '<f8' , 'fortran_order' : False , 'shape' : ( 3 , ) , } "}) {
        npy_header const header = read_header(with_dictionary(text));
        EXPECT_EQ(header.descr, "<f8");
        EXPECT_EQ(header.shape, std::vector<std::uint64_t>{3});
    }
}

TEST(Npy, SizesOfElementsThatAreNoKeys) {
    auto const bytes_of = [](char const* descr) { return npy_data_bytes({descr, false, {2, 3}, ""}, "test.npy"); };
    EXPECT_EQ(bytes_of("<M8[ns]"), 48u);
    EXPECT_EQ(bytes_of("|S5"), 30u);
    EXPECT_EQ(bytes_of("<U5"), 120u);
    EXPECT_EQ(bytes_of("<c16"), 96u);
    EXPECT_THROW(bytes_of("|O"), error);
    EXPECT_THROW(bytes_of("<f"), error);
}

TEST(Npy, PromisesBeyondAnyFileAreRefused) {
    std::uint64_t const half = std::uint64_t{1} << 32;
    EXPECT_THROW(npy_data_bytes({"<f8", false, {half, half}, ""}, "test.npy"), error);
    EXPECT_EQ(npy_data_bytes({"<f8", false, {half, 0, half}, ""}, "test.npy"), 0u);
}

} // namespace
