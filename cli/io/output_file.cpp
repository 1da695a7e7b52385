// SPDX-License-Identifier: MIT
// Temporary file, fsync, rename; every failure on the way is reported.
#include "cli/io/output_file.hpp"

#include "cli/error.hpp"
#include "cli/interrupt.hpp"
#include "cli/io/try_again.hpp"
#include "cli/size.hpp"
#include "src/core/number_in.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <random>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <vector>

namespace pradix::cli {
namespace {

// Where a path leads.
struct place {
    std::filesystem::path path; // links followed, whether or not something is there yet
    int descriptor = -1;        // the path is a name of this open descriptor, as /dev/stdout is
};

// The number of the descriptor that the path is a name of (/proc/self/fd/N, /dev/fd/N), or -1.
int descriptor_of(std::filesystem::path const& path) {
    std::error_code missing;
    auto const folder = std::filesystem::canonical(path.has_parent_path() ? path.parent_path() : ".", missing);
    if (missing || folder != std::filesystem::canonical("/proc/self/fd", missing) || missing)
        return -1;
    return core::number_in<int>(path.filename().string()).value_or(-1);
}

place follow(std::filesystem::path path) {
    if (path == "-")
        return {path, STDOUT_FILENO};
    std::error_code ignored;
    for (int hops = 0; hops < 40; ++hops) {
        if (int const number = descriptor_of(path); number >= 0)
            return {path, number};
        if (!std::filesystem::is_symlink(path, ignored))
            break;
        std::filesystem::path const next = std::filesystem::read_symlink(path, ignored);
        path = next.is_absolute() ? next : path.parent_path() / next;
    }
    return {path};
}

// The same for all names of a file, even if it is not there yet.
std::filesystem::path in_full(std::filesystem::path const& path) {
    std::error_code ignored;
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, ignored), ignored);
}

bool look_at(place const& there, struct stat& facts) {
    return (there.descriptor >= 0 ? fstat(there.descriptor, &facts) : stat(there.path.c_str(), &facts)) == 0;
}

constexpr char const* access_list = "system.posix_acl_access";

// Of a file, as the system keeps it; empty: there is none beside its permissions.
std::vector<char> access_list_of(std::string const& path) {
    std::vector<char> list(
        static_cast<std::size_t>(std::max<ssize_t>(getxattr(path.c_str(), access_list, nullptr, 0), 0)));
    ssize_t const size = getxattr(path.c_str(), access_list, list.data(), list.size());
    list.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    return list;
}

// Gives the new file the old one's owner, group and permissions, where we may: what the old group might do is not for
// another one, and nobody asked for programs that run as their owner. Beside an access list, the group's permissions
// are the most that the list allows anybody.
void take_over(int handle, std::string const& path, struct stat const& old) {
    if (fchown(handle, old.st_uid, old.st_gid) != 0) [[maybe_unused]]
        int const kept_group = fchown(handle, static_cast<uid_t>(-1), old.st_gid);
    struct stat now {};
    bool const same_group = fstat(handle, &now) == 0 && now.st_gid == old.st_gid;
    auto const list = access_list_of(path);
    if (!list.empty() && same_group && fsetxattr(handle, access_list, list.data(), list.size(), 0) == 0)
        return;
    // The folder's default access list may have given the new file one.
    bool const is_without =
        list.empty() && (fremovexattr(handle, access_list) == 0 || errno == ENODATA || errno == ENOTSUP);
    fchmod(handle, old.st_mode & (same_group && is_without ? 0777 : 0707));
}

// As mkostemp does, but that takes no permissions: those of a new file are for the system to find, from the folder's
// default ACL or the umask. The last six characters of the path become those of a file that was not there.
int create_new(std::string& path, mode_t mode) {
    constexpr std::string_view letters = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    std::random_device random;
    for (int attempts = 0; attempts < 100; ++attempts) {
        std::generate(path.end() - 6, path.end(), [&] { return letters[random() % letters.size()]; });
        int const handle = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (handle >= 0 || errno != EEXIST)
            return handle;
    }
    return -1;
}

} // namespace

output_file::output_file(std::string const& path) : name_(path == "-" ? "standard output" : path) {
    if (path == "-") {
        handle_ = STDOUT_FILENO;
        return;
    }
    auto const [target, descriptor] = follow(path);
    if (descriptor >= 0) {
        use_descriptor(descriptor);
        return;
    }
    target_ = target.string();
    struct stat facts {};
    bool const exists = stat(path.c_str(), &facts) == 0;
    if (!exists && errno != ENOENT) // it may be there all the same
        fail_with_errno(name_, "write it", errno);
    if (exists && S_ISDIR(facts.st_mode))
        fail("{}: is a directory; name a file to write", name_);
    if (exists && access(path.c_str(), W_OK) != 0)
        fail_with_errno(name_, "write it", errno);
    if (exists && !S_ISREG(facts.st_mode)) {
        handle_ = open(path.c_str(), O_WRONLY | O_CLOEXEC);
        if (handle_ < 0)
            fail_with_errno(name_, "open it for writing", errno);
        return;
    }
    open_temporary(exists ? 0600 : 0666);
    if (exists)
        take_over(handle_, path, facts);
}

// A copy shares its place in the file with whoever else writes there, as standard output does in a shell's group.
void output_file::use_descriptor(int descriptor) {
    int const flags = fcntl(descriptor, F_GETFL);
    if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY)
        fail_with_errno(name_, "write it", EBADF);
    handle_ = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (handle_ < 0)
        fail_with_errno(name_, "open it for writing", errno);
}

void output_file::open_temporary(mode_t mode) {
    signals_held const held;
    temporary_ = (std::filesystem::path(target_).parent_path() / ".pradix-XXXXXX").string();
    handle_ = create_new(temporary_, mode);
    if (handle_ < 0) {
        int const number = errno;
        temporary_.clear();
        fail_with_errno(name_, "create a file in its directory", number);
    }
    ticket_ = remove_on_signal(temporary_);
}

output_file::~output_file() {
    if (handle_ >= 0 && handle_ != STDOUT_FILENO)
        close(handle_);
    if (!temporary_.empty())
        unlink(temporary_.c_str());
    keep_on_signal(ticket_);
}

void output_file::refuse_too_many(std::uint64_t bytes) const {
    struct statvfs room {};
    if (!is_replaced() || fstatvfs(handle_, &room) != 0)
        return;
    if (std::uint64_t const free = room.f_bavail * room.f_frsize; bytes > free)
        fail("{}: needs {} and its file system has {} free; free some, or name a file elsewhere", name_,
             exact_bytes_text(bytes), exact_bytes_text(free));
}

void output_file::refuse_terminal(std::string_view flag) const {
    if (handle_ >= 0 && isatty(handle_))
        fail("{}: is a terminal and the keys are binary; name a file with -o or add {} text", name_, flag);
}

void output_file::write(void const* data, std::size_t size, progress* steps) {
    constexpr std::size_t step = std::size_t{8} << 20;
    auto const* bytes = static_cast<std::byte const*>(data);
    if (temporary_.empty() && size != 0)
        output_begins();
    while (size != 0) {
        ssize_t const put = ::write(handle_, bytes, std::min(size, step));
        if (put < 0 && try_again(handle_, POLLOUT))
            continue;
        if (put < 0 && errno == EPIPE)
            throw broken_pipe{};
        if (put < 0)
            fail_with_errno(name_, "write it", errno);
        bytes += put;
        size -= static_cast<std::size_t>(put);
        if (steps)
            steps->advance(static_cast<std::size_t>(put));
    }
}

void output_file::finish() {
    if (handle_ < 0 || handle_ == STDOUT_FILENO)
        return;
    // Pipes and some devices have nothing to synchronise and say EINVAL.
    if (fsync(handle_) != 0 && errno != EINVAL && errno != EROFS && errno != ENOTSUP)
        fail_with_errno(name_, "write it", errno);
    int const closed = close(handle_);
    handle_ = -1;
    if (closed != 0 && errno != EINTR)
        fail_with_errno(name_, "write it", errno);
}

void output_file::commit() {
    finish();
    if (temporary_.empty())
        return;
    output_begins();
    if (rename(temporary_.c_str(), target_.c_str()) != 0)
        fail_with_errno(name_, "replace it", errno);
    temporary_.clear();
}

void commit_all(std::span<output_file* const> outputs) {
    for (output_file* each : outputs)
        if (each != nullptr)
            each->finish();
    std::string complete, left;
    std::optional<error> problem;
    for (output_file* each : outputs) {
        if (each == nullptr)
            continue;
        if (!problem)
            try {
                each->commit();
            } catch (error const& met) {
                problem = met;
            }
        std::string& names = problem ? left : complete;
        names += (names.empty() ? "" : ", ") + each->name();
    }
    if (problem && !complete.empty())
        throw error(fmt::format("{}; complete: {}; as before: {}", problem->what(), complete, left));
    if (problem)
        throw *problem;
}

bool same_target(std::string const& a, std::string const& b) {
    place const x = follow(a), y = follow(b);
    if (x.descriptor >= 0 && x.descriptor == y.descriptor)
        return true;
    struct stat first {};
    struct stat second {};
    bool const first_there = look_at(x, first), second_there = look_at(y, second);
    if ((first_there && !S_ISREG(first.st_mode)) || (second_there && !S_ISREG(second.st_mode)))
        return false;
    if (x.descriptor >= 0 || y.descriptor >= 0)
        return first_there && second_there && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
    return in_full(x.path) == in_full(y.path);
}

void print(std::string_view text) {
    output_file out("-");
    out.write(text);
}

void print_to_readers(std::string_view text) {
    try {
        print(text);
    } catch (broken_pipe const&) {
    }
}

void write_to_stderr(std::string_view text) {
    [[maybe_unused]] auto const written = ::write(STDERR_FILENO, text.data(), text.size());
}

} // namespace pradix::cli
