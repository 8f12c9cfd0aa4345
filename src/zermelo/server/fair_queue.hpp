// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace zermelo::server {

/// What waits, by the client that it is of: the clients take turns, so that one who asks for much waits for
/// himself alone. Among a client's own, first come is first served. Only `push` asks for memory.
template <typename T>
class FairQueue {
  public:
    bool empty() const { return turns_.empty(); }
    std::size_t size() const { return size_; }

    /// Where there is no memory (`std::bad_alloc`) nothing waits that did not before.
    void push(const std::string& client, T item) {
        std::list<std::string> turn{client};
        std::deque<T>& own = items_[client];
        own.push_back(std::move(item));
        if (own.size() == 1) turns_.splice(turns_.end(), turn);
        ++size_;
    }

    /// The client whose turn it is. Precondition: not empty.
    const std::string& next_client() const { return turns_.front(); }
    /// Takes out the first item of that client, whose next turn is after those of all others. Precondition:
    /// as above.
    T pop() {
        const auto own = items_.find(turns_.front());
        T item = std::move(own->second.front());
        own->second.pop_front();
        --size_;
        if (own->second.empty()) {
            items_.erase(own);
            turns_.pop_front();
        } else {
            turns_.splice(turns_.end(), turns_, turns_.begin());
        }
        return item;
    }

    /// That client's turn is after those of all others. Precondition: as above.
    void pass() { turns_.splice(turns_.end(), turns_, turns_.begin()); }

    /// Takes out the last item of the client that has most, for one of `client`'s. Nothing where none has two
    /// more than this one.
    std::optional<T> make_room(const std::string& client) {
        const auto most = std::max_element(items_.begin(), items_.end(), [](const auto& a, const auto& b) {
            return a.second.size() < b.second.size();
        });
        const auto own = items_.find(client);
        const std::size_t its = own == items_.end() ? 0 : own->second.size();
        if (most == items_.end() || most->second.size() < its + 2) return std::nullopt;
        T item = std::move(most->second.back());
        most->second.pop_back();
        --size_;
        return item;
    }

    /// Takes out an item, where it waits; whether it did.
    bool remove(const std::string& client, const T& item) {
        const auto own = items_.find(client);
        if (own == items_.end()) return false;
        const auto found = std::find(own->second.begin(), own->second.end(), item);
        if (found == own->second.end()) return false;
        own->second.erase(found);
        --size_;
        if (own->second.empty()) {
            items_.erase(own);
            turns_.erase(std::find(turns_.begin(), turns_.end(), client));
        }
        return true;
    }

  private:
    std::map<std::string, std::deque<T>> items_;  ///< by the client, where it has some
    std::list<std::string> turns_;                ///< these clients, the next one first
    std::size_t size_ = 0;
};

}  // namespace zermelo::server
