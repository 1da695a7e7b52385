// SPDX-License-Identifier: MIT
#include "src/cpu/cgroup.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace {

using pradix::cpu::threads_by_cgroup;
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
    unsigned threads() { return threads_by_cgroup((root_ / "membership").string(), (root_ / "mount").string()); }

private:
    fs::path root_ = fs::path(testing::TempDir()) / "pradix_cgroup_test";
};

TEST_F(Cgroup, NoFilesNoLimit) {
    EXPECT_EQ(threads(), 0u);
    write("membership", "0::/user/app\n");
    EXPECT_EQ(threads(), 0u);
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
}

} // namespace
