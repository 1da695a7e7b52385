// SPDX-License-Identifier: MIT
#include "src/cpu/cgroup.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace {

namespace fs = std::filesystem;

// A made-up cgroup file system.
class Cgroup : public testing::Test {
protected:
    Cgroup() { fs::remove_all(root_); }
    ~Cgroup() override { fs::remove_all(root_); }

    void write(std::string const& file, std::string const& text) {
        fs::create_directories((root_ / file).parent_path());
        std::ofstream(root_ / file) << text;
    }
    unsigned threads() { return pradix::cpu::threads_by_cgroup(files()); }
    std::uint64_t memory() { return pradix::cpu::memory_by_cgroup(files()); }

private:
    pradix::cpu::cgroup_files files() { return {(root_ / "membership").string(), (root_ / "mount").string()}; }

    fs::path root_ = fs::path(testing::TempDir()) / "pradix_cgroup_test";
};

TEST_F(Cgroup, NoFilesNoLimit) {
    EXPECT_EQ(threads(), 0u);
    EXPECT_EQ(memory(), 0u);
    write("membership", "0::/user/app\n");
    EXPECT_EQ(threads(), 0u);
    EXPECT_EQ(memory(), 0u);
}

TEST_F(Cgroup, TakesTheTightestQuotaOnTheWayUp) {
    write("membership", "0::/user/app\n");
    write("mount/user/app/cpu.max", "max 100000\n");
    EXPECT_EQ(threads(), 0u);
    write("mount/user/cpu.max", "350000 100000\n");
    EXPECT_EQ(threads(), 4u) << "3.5 CPUs are used by 4 threads";
    write("mount/cpu.max", "200000 100000\n");
    EXPECT_EQ(threads(), 2u);
    write("mount/user/app/cpu.max", "10000 100000\n");
    EXPECT_EQ(threads(), 1u);
}

TEST_F(Cgroup, UnderstandsTheFirstVersion) {
    write("membership", "3:cpuset:/\n2:cpu,cpuacct:/box\n0::/\n");
    write("mount/cpu,cpuacct/box/cpu.cfs_quota_us", "-1\n");
    write("mount/cpu,cpuacct/box/cpu.cfs_period_us", "100000\n");
    EXPECT_EQ(threads(), 0u);
    write("mount/cpu,cpuacct/box/cpu.cfs_quota_us", "300000\n");
    EXPECT_EQ(threads(), 3u);
    write("membership", "2:cpuacct,cpu:/box\n"); // mounted as cpu,cpuacct, with a link
    write("mount/cpu/box/cpu.cfs_quota_us", "200000\n");
    write("mount/cpu/box/cpu.cfs_period_us", "100000\n");
    EXPECT_EQ(threads(), 2u);
}

TEST_F(Cgroup, TakesTheLeastMemoryOnTheWayUp) {
    write("membership", "0::/user/app\n");
    write("mount/user/app/memory.max", "max\n");
    EXPECT_EQ(memory(), 0u);
    write("mount/user/memory.max", "8589934592\n");
    EXPECT_EQ(memory(), 8589934592u);
    write("mount/memory.max", "17179869184\n");
    EXPECT_EQ(memory(), 8589934592u);
    write("mount/user/app/memory.max", "4096\n");
    EXPECT_EQ(memory(), 4096u);
}

TEST_F(Cgroup, FindsMemoryInTheFirstVersion) {
    write("membership", "4:memory:/docker/box\n2:cpu,cpuacct:/\n0::/\n");
    write("mount/memory/docker/box/memory.limit_in_bytes", "9223372036854771712\n");
    EXPECT_EQ(memory(), 0u) << "the largest number of whole pages is no limit";
    write("mount/memory/memory.limit_in_bytes", "536870912\n");
    EXPECT_EQ(memory(), 536870912u) << "a container sees its own cgroup at the mount";
}

} // namespace
