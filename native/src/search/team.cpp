// Work splitting with stealing, and solutions released in order.
//
// The tasks form a list in search order: all solutions of a task come before those of the next. To a thread that has
// nothing to do, one that is at work gives, between two slices, the later siblings of its shallowest node: the largest
// part it has, as in work stealing (Blumofe and Leiserson 1999), but given instead of stolen, so that a search needs no
// lock of its own. The new task follows it at once in the list. So the list is always the whole search in order, however it was split,
// and what the first task has found can be handed out as it is found.
//
// What later tasks find waits in their buffers, and these are bounded: a task whose buffer is full is laid aside, and
// its thread helps those before it. The first task is never laid aside but for a slow consumer, so there is always
// progress, and memory does not grow with the number of solutions.
#include "tilewright/team.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <iterator>
#include <limits>
#include <list>

#include "tilewright/threads.hpp"

namespace tilewright {
namespace {

using Clock = std::chrono::steady_clock;
constexpr double slice_seconds = 0.001;                        // between two looks at who is idle
constexpr std::int64_t first_slice = 200;                      // nodes
constexpr std::int64_t longest_slice = std::int64_t{1} << 40;  // those that end by their solutions do not tell
constexpr std::int64_t slice_solutions = 512;

struct Task {
    Subproblem from;
    std::shared_ptr<Search> search;  // none: not begun
    enum { waiting, running, done } state = waiting;
    std::list<Solutions> found;         // a batch a slice
    std::int64_t count = 0, bytes = 0;  // of `found`
    Progress seen;                      // what has been added to the team's
    // Part of the whole tree: `before` was done when the task was begun or last split, `share` was left then, and the
    // search's own measure of its progress stood at `base`.
    double before = 0, share = 1, base = 0;

    double unit() const { return base < 1 ? share / (1 - base) : 0; }
    double fraction() const {
        return state == done ? before + share : before + unit() * std::max(0.0, seen.fraction - base);
    }
};

std::int64_t bytes(const Solutions& solutions) {
    return static_cast<std::int64_t>(solutions.options.size() * sizeof(std::int32_t) +
                                     solutions.start.size() * sizeof(std::int64_t));
}

TeamOptions with_some_room(TeamOptions options) {
    options.threads = usable_threads(options.threads);
    // The first task must be able to go on; and where solutions are only counted, none wait.
    options.buffer = options.collect ? std::max<std::int64_t>(1, options.buffer) : no_bound;
    return options;
}

}  // namespace

struct Team::Shared {
    Shared(std::shared_ptr<const Plan> plan, const TeamOptions& options, std::shared_ptr<Search> begun);
    ~Shared();

    using Place = std::list<Task>::iterator;
    void go_on_with(std::shared_ptr<Search> begun);
    std::shared_ptr<Search> begin(const Subproblem& from, int number);
    void work(int number);
    void pursue(Place task, int number, Lock& lock);
    void book(Place task, Solutions&& found);
    void share_work(Place task);
    void finish(Place task);
    void join(Place first, Place second);
    void hand_out(std::int64_t most, Solutions& out);
    Place next_task();
    int tasks_to_do();
    bool useful(Place task);
    bool has_room(Place task) const;
    bool can_hand_out(std::int64_t most) const;
    bool due() const { return alone && (can_hand_out(awaited) || Clock::now() >= until); }

    const std::shared_ptr<const Plan> plan;
    const TeamOptions options;
    mutable Mutex mutex;              // guards all that follows, but for the searches of running tasks
    Condition wake, ready;            // threads without a task; the consumer
    std::list<Task> tasks;            // in search order; neighbours that are done are one
    int idle = 0, running = 0;        // threads without a task; threads with one
    std::int64_t buffered = 0;        // bytes of solutions in all tasks
    std::int64_t nodes_left, wanted;  // of the limits
    std::int64_t awaited = 1;         // solutions the consumer waits for
    bool stop = false;
    int untaught;     // threads that have not yet begun with a copy of what another knew
    double gone = 0;  // part of the tree in tasks that are no more
    Progress total;
    std::exception_ptr error;
    std::vector<double> cpu;
    std::vector<std::shared_ptr<Search>> learnt;  // the search that each thread ended last; used by that thread alone
    bool alone = false;                           // there are no threads: `wait` does the work, until then
    Clock::time_point until;
    std::vector<Thread> threads;
};

Team::Shared::Shared(std::shared_ptr<const Plan> plan_, const TeamOptions& options_, std::shared_ptr<Search> begun)
    : plan(std::move(plan_)),
      options(with_some_room(options_)),
      nodes_left(options.max_nodes < 0 ? no_bound : options.max_nodes),
      wanted(options.max_solutions < 0 ? no_bound : options.max_solutions),
      stop(wanted == 0),
      untaught(options.threads - 1),
      cpu(options.threads),
      learnt(options.threads) {
    tasks.emplace_back();
    if (begun) go_on_with(std::move(begun));
    if constexpr (has_threads)
        for (int k = 0; k < options.threads; ++k)
            if (!start_thread(threads, [this, k] { work(k); })) break;  // fewer do as well
    if (threads.empty()) alone = true;  // the work is done in `wait`, by the one who calls it
}

Team::Shared::~Shared() {
    {
        const Lock lock(mutex);
        stop = true;
        wake.notify_all();
    }
    for (auto& thread : threads) thread.join();
}

void Team::Shared::go_on_with(std::shared_ptr<Search> begun) {
    auto& task = tasks.front();
    task.search = std::move(begun);
    total = task.seen = task.search->progress();
    task.before = task.base = std::min(1.0, task.seen.fraction);
    task.share = 1 - task.before;
    if (!options.collect && wanted != no_bound) wanted += total.solutions;
}

std::shared_ptr<Search> Team::Shared::begin(const Subproblem& from, int number) {
    std::shared_ptr<Search> search = plan->search(from);
    if (auto& last = learnt[number]) search->learn_from(*last), last.reset();
    return search;
}

// Whether the solutions up to here leave any wanted. Where they are only counted, every part is as good as another.
bool Team::Shared::useful(Place task) {
    if (!options.collect || wanted == no_bound) return true;
    std::int64_t known = task->count;
    for (auto t = tasks.begin(); t != task; ++t) known += t->count;
    return known < wanted;
}

bool Team::Shared::has_room(Place task) const {
    if (&*task == &tasks.front()) return task->bytes < options.buffer;
    return buffered < options.buffer && task->bytes < options.buffer / (4 * options.threads);
}

Team::Shared::Place Team::Shared::next_task() {
    for (auto task = tasks.begin(); task != tasks.end() && nodes_left > 0; ++task)
        if (task->state == Task::waiting && has_room(task) && useful(task)) return task;
    return tasks.end();
}

int Team::Shared::tasks_to_do() {
    int count = 0;
    for (auto task = tasks.begin(); task != tasks.end(); ++task)
        count += task->state == Task::waiting && has_room(task) && useful(task);
    return count;
}

void Team::Shared::work(int number) {
    Lock lock(mutex);
    try {
        while (!stop && !tasks.empty() && !due()) {
            if (const auto task = next_task(); task != tasks.end()) {
                ++running;
                pursue(task, number, lock);
                --running;
            } else if (nodes_left <= 0 && !running) {
                stop = true;
            } else if (alone) {
                break;
            } else {
                ++idle;
                wake.wait(lock);
                --idle;
            }
        }
    } catch (...) {
        if (!lock.owns_lock()) lock.lock();
        error = std::current_exception();
        stop = true;
    }
    ready.notify_all();
    wake.notify_all();
}

// Works on the task until it is done or has to wait.
void Team::Shared::pursue(Place task, int number, Lock& lock) {
    task->state = Task::running;
    auto nodes = first_slice;
    do {
        Solutions found;
        // A part of what is left, so that the others can go on meanwhile.
        const auto share = nodes_left == no_bound ? no_bound : std::max<std::int64_t>(1, nodes_left / options.threads);
        Slice slice{std::min(nodes, share), slice_solutions, &found};
        if (!options.collect) slice.out = nullptr, slice.max_solutions = -1;
        if (nodes_left != no_bound) nodes_left -= slice.max_nodes;
        lock.unlock();
        const auto began = Clock::now();
        if (!task->search) task->search = begin(task->from, number);
        const bool exhausted = task->search->run(slice);
        const Seconds taken = Clock::now() - began;
        if (taken.count() < slice_seconds / 2) nodes = std::min(2 * nodes, longest_slice);
        if (taken.count() > slice_seconds * 2) nodes = std::max<std::int64_t>(1, nodes / 2);
        const auto used = thread_seconds();
        lock.lock();
        cpu[number] = used;
        if (nodes_left != no_bound) nodes_left += slice.max_nodes - (task->search->progress().nodes - task->seen.nodes);
        book(task, std::move(found));
        if (exhausted) {
            learnt[number] = std::move(task->search);
            return finish(task);
        }
        if (idle) share_work(task);
    } while (!stop && nodes_left > 0 && has_room(task) && useful(task) && !due());
    task->state = Task::waiting;
    wake.notify_all();
}

// Adds what a slice has done to what is known.
void Team::Shared::book(Place task, Solutions&& found) {
    const auto now = task->search->progress();
    total.nodes += now.nodes - task->seen.nodes;
    total.solutions += now.solutions - task->seen.solutions;
    task->seen = now;
    if (found.size()) {
        const auto size = bytes(found);
        task->count += found.size(), task->bytes += size, buffered += size;
        task->found.push_back(std::move(found));
    }
    if (!options.collect && total.solutions >= wanted) stop = true;
    if (can_hand_out(awaited)) ready.notify_all();
}

// Splits the task until there is something to do for everybody.
void Team::Shared::share_work(Place task) {
    if (buffered >= options.buffer || !useful(task)) return;  // it is for the consumer to go on
    for (auto ready_tasks = tasks_to_do(); ready_tasks < idle; ++ready_tasks) {
        Task rest;
        const auto before = task->search->progress().fraction;
        if (!task->search->split(rest.from)) return;
        const auto unit = task->unit(), left = std::max(0.0, 1 - before);
        rest.share = unit * (rest.from.share < 0 ? left / 2 : std::min(left, rest.from.share));
        const auto done = unit * std::max(0.0, before - task->base);
        task->before += done;
        task->share = std::max(0.0, task->share - done - rest.share);
        task->seen = task->search->progress();
        task->base = std::min(1.0, task->seen.fraction);
        if (untaught > 0) {  // the one who takes it has searched nothing yet
            --untaught;
            rest.search = plan->search(rest.from);
            rest.search->learn_beside(*task->search);
        }
        tasks.insert(std::next(task), std::move(rest));
        wake.notify_one();
    }
}

// The task is done: it becomes one with neighbours that are, and vanishes when it holds nothing more.
void Team::Shared::finish(Place task) {
    task->state = Task::done;
    if (const auto next = std::next(task); next != tasks.end() && next->state == Task::done) join(task, next);
    if (task != tasks.begin() && std::prev(task)->state == Task::done) {
        --task;
        join(task, std::next(task));
    }
    if (!task->count) {
        gone += task->fraction();
        tasks.erase(task);
    }
    wake.notify_all();
    if (can_hand_out(awaited)) ready.notify_all();
}

void Team::Shared::join(Place first, Place second) {
    first->before += first->share + second->fraction();
    first->share = 0;
    first->found.splice(first->found.end(), second->found);
    first->count += second->count, first->bytes += second->bytes;
    tasks.erase(second);
}

bool Team::Shared::can_hand_out(std::int64_t most) const {
    if (stop || tasks.empty() || (buffered >= options.buffer && tasks.front().count)) return true;
    if (tasks.front().state != Task::done) return tasks.front().count >= most;
    const auto next = std::next(tasks.begin());  // not done as well, for then the two would be one
    return next == tasks.end() || tasks.front().count + next->count >= most;
}

// In order, as far as everything before is known; all there is when the search was stopped.
void Team::Shared::hand_out(std::int64_t most, Solutions& out) {
    for (auto task = tasks.begin(); task != tasks.end() && most > 0;) {
        for (; most > 0 && !task->found.empty(); task->found.pop_front()) {
            const auto& batch = task->found.front();
            const auto size = bytes(batch);
            out.append(batch);
            most -= batch.size(), wanted -= wanted == no_bound ? 0 : std::min(wanted, batch.size());
            task->count -= batch.size(), task->bytes -= size, buffered -= size;
        }
        if (task->found.empty() && task->state == Task::done) {
            gone += task->fraction();
            task = tasks.erase(task);
        } else if (stop && task->found.empty()) {
            ++task;
        } else {
            break;
        }
    }
    if (options.collect && wanted == 0) stop = true;
    wake.notify_all();
}

Team::Team(std::shared_ptr<const Plan> plan, const TeamOptions& options, std::shared_ptr<Search> begun)
    : shared_(std::make_unique<Shared>(std::move(plan), options, std::move(begun))) {}

Team::~Team() = default;

Team::State Team::wait(double seconds, std::int64_t most, Solutions& out) {
    auto& s = *shared_;
    Lock lock(s.mutex);
    s.awaited = s.options.collect ? std::min(most, s.wanted) : no_bound;
    if (s.alone) {
        s.until = Clock::now() + std::chrono::duration_cast<Clock::duration>(Seconds(seconds));
        lock.unlock();
        s.work(0);
        lock.lock();
    }
    s.ready.wait_for(lock, Seconds(s.alone ? 0 : seconds),
                     [&] { return s.error || (s.can_hand_out(s.awaited) && !(s.stop && s.running)); });
    if (s.error) std::rethrow_exception(s.error);
    s.hand_out(most, out);
    if (s.tasks.empty()) return State::exhausted;
    return s.stop && !s.running && s.buffered == 0 ? State::ended : State::running;
}

void Team::stop() {
    const Lock lock(shared_->mutex);
    shared_->stop = true;
    shared_->wake.notify_all();
}

Progress Team::progress() const {
    const Lock lock(shared_->mutex);
    auto result = shared_->total;
    result.fraction = shared_->gone;
    for (const auto& task : shared_->tasks) result.fraction += task.fraction();
    result.fraction = shared_->tasks.empty() ? 1 : std::min(result.fraction, 1.0);
    return result;
}

std::vector<double> Team::cpu() const {
    const Lock lock(shared_->mutex);
    return shared_->cpu;
}

}  // namespace tilewright
