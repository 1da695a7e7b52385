// SPDX-License-Identifier: MIT
#include "src/cpu/machine.hpp"

#include <pradix/backend.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace {

using pradix::cpu::model_name;

std::string name_in(std::string const& facts) {
    std::string const path = (std::filesystem::path(testing::TempDir()) / "pradix_machine_test").string();
    std::ofstream(path) << facts;
    std::string const name = model_name(path);
    std::filesystem::remove(path);
    return name;
}

TEST(Machine, NamesTheProcessorAsTheSystemDoes) {
    EXPECT_EQ(name_in("processor\t: 0\nmodel\t\t: 85\nmodel name\t: AMD EPYC\nflags\t\t: fpu\n"), "AMD EPYC");
    EXPECT_EQ(name_in("processor\t: 0\nModel\t\t: Raspberry Pi 4\n"), "Raspberry Pi 4");
    EXPECT_EQ(name_in("cpu model\t\t: MIPS 24Kc V5.0\n"), "MIPS 24Kc V5.0");
}

TEST(Machine, MayHaveNoName) {
    EXPECT_EQ(name_in("model name\t:\nModel"), "");
    EXPECT_EQ(model_name("/nothing/here"), "");
    EXPECT_NE(pradix::inspect(pradix::backend::cpu).detail, "");
}

} // namespace
