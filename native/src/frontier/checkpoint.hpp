// A layer in a file, for a count that is killed to go on from: what was done before it is not done again.
//
// The file is written beside the last one and takes its name when it is complete, so that at any moment one of the two
// is whole. It says of what count it is (`label`), and it ends with a checksum. Whatever is read is checked before it is used,
// so that no file can do more than be refused, or, made up with care, tell a false number.
#pragma once
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "frontier/merge.hpp"
#include "frontier/scratch.hpp"

namespace tilewright {

// A file that is read or written from front to back, with a checksum of all that was. Throws ScratchFailure.
class LayerFile {
  public:
    enum class Mode { read, write };
    LayerFile(const std::string& path, Mode mode);

    void write(const void* data, std::size_t size);
    void read(void* data, std::size_t size);
    // Elements of a vector that the file says nothing of but their number, which the rest of it must be able to hold.
    template <class T>
    void read(std::vector<T>& to, std::size_t count) {
        if (count > left_ / sizeof(T)) refuse("it is cut short");
        to.resize(count);
        read(to.data(), count * sizeof(T));
    }
    void write_checksum();
    void check_end();  // the checksum, and nothing after it
    void close();      // written, and known to be on the disk
    [[noreturn]] void refuse(const std::string& why) const;
    static bool exists(const std::string& path);
    static void rename(const std::string& from, const std::string& to);

  private:
    struct Closer {
        void operator()(std::FILE* file) const;
    };
    void mix(const void* data, std::size_t size);

    std::string path_;
    std::unique_ptr<std::FILE, Closer> file_;
    std::size_t left_ = 0;  // bytes to read, without the checksum's
    std::uint64_t sum_ = 0;
};

// What a layer's file says besides its states.
struct LayerHead {
    std::int64_t step, depth, run_bits, strip, bits, total, states, peak_states, peak_memory;
};

inline constexpr char layer_magic[] = "tilewright layer 1\n";

template <class Key>
class Checkpoint {
  public:
    Checkpoint(Store<Key>& store, std::string path, std::string label)
        : store_(store), path_(std::move(path)), label_(layer_magic + std::move(label)) {}

    bool exists() const { return LayerFile::exists(path_); }

    void save(const LayerHead& head) {
        LayerFile file(path_ + ".new", LayerFile::Mode::write);
        const auto& layer = store_.old;
        const auto size = static_cast<std::uint64_t>(label_.size());
        file.write(&size, sizeof size);
        file.write(label_.data(), label_.size());
        file.write(&head, sizeof head);
        file.write(layer.starts.data(), layer.starts.size() * sizeof layer.starts[0]);
        for (const auto& run : layer.runs) file.write(&run.number_bytes, sizeof run.number_bytes);
        for (std::uint32_t run = 0; run < layer.runs.size(); ++run) save_run(file, run);
        file.write_checksum();
        file.close();
        LayerFile::rename(path_ + ".new", path_);
    }

    // Makes the file's states the old layer. `shape` looks at the head and shapes the layer, or says why it cannot be.
    template <class Shape>
    LayerHead load(Shape&& shape) {
        LayerFile file(path_, LayerFile::Mode::read);
        std::uint64_t size = 0;
        file.read(&size, sizeof size);
        std::vector<char> label;
        if (size != label_.size()) file.refuse("it is of another count, or of another version");
        file.read(label, label_.size());
        if (!std::equal(label.begin(), label.end(), label_.begin()))
            file.refuse("it is of another count, or of another version");
        LayerHead head{};
        file.read(&head, sizeof head);
        auto& layer = store_.next;
        if (!shape(head, layer)) file.refuse("its head is malformed");
        file.read(layer.starts, layer.starts.size());
        for (auto& run : layer.runs) file.read(&run.number_bytes, sizeof run.number_bytes);
        check_runs(file, head);
        RunWriter<Key> writer;
        for (std::uint32_t run = 0; run < layer.runs.size(); ++run) load_run(file, writer, run);
        file.check_end();
        layer.total = head.total;
        store_.advance();
        return head;
    }

  private:
    void save_run(LayerFile& file, std::uint32_t run) {
        const auto& layer = store_.old;
        const auto count = static_cast<std::uint32_t>(layer.count_of(run));
        const auto number = static_cast<std::size_t>(layer.width_of(run) - layer.key_bytes);
        keys_.clear(), numbers_.clear();
        store_.read({run, 0, count, Key(0)}, [&](const std::byte* keys, const std::byte* numbers, std::int64_t some) {
            keys_.insert(keys_.end(), keys, keys + some * layer.key_bytes);
            numbers_.insert(numbers_.end(), numbers, numbers + some * static_cast<std::int64_t>(number));
        });
        file.write(keys_.data(), keys_.size());
        file.write(numbers_.data(), numbers_.size());
    }

    void check_runs(const LayerFile& file, const LayerHead& head) const {
        const auto& layer = store_.next;
        const auto longest = layer.form.modulus ? 8 : 8 * layer.form.words;
        std::int64_t total = 0;
        for (std::uint32_t run = 0; run < layer.runs.size(); ++run) {
            const auto* starts = layer.starts.data() + run * layer.stride();
            const auto bytes = layer.runs[run].number_bytes;
            const auto count = layer.count_of(run);
            if (starts[0] != 0 || !std::is_sorted(starts, starts + layer.stride()) || bytes < (count ? 1 : 0) ||
                bytes > longest)
                file.refuse("its runs are malformed");
            total += count;
        }
        if (total != head.total) file.refuse("its runs are malformed");
    }

    void load_run(LayerFile& file, RunWriter<Key>& writer, std::uint32_t run) {
        auto& layer = store_.next;
        const auto count = layer.count_of(run);
        if (count == 0) return;
        const auto width = layer.width_of(run), number = width - layer.key_bytes;
        file.read(keys_, static_cast<std::size_t>(count * layer.key_bytes));
        file.read(numbers_, static_cast<std::size_t>(count * number));
        layer.runs[run].at = writer.place(count, width, store_);
        layer.segments(run, 0, count, [&](const Segment& s) {
            auto* to = writer.data(s.block) + s.offset;
            std::copy_n(keys_.data() + s.first * layer.key_bytes, s.count * layer.key_bytes, to);
            std::copy_n(numbers_.data() + s.first * number, s.count * number, to + s.count * layer.key_bytes);
        });
    }

    Store<Key>& store_;
    std::string path_, label_;
    std::vector<std::byte> keys_, numbers_;
};

}  // namespace tilewright
