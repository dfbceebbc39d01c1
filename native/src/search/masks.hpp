// The general search where options are masks: covers of few cells, such as solids and heaps of balls. See masks.cpp.
#pragma once
#include <memory>

#include "search/restriction.hpp"
#include "tilewright/search.hpp"

namespace tilewright::masks {

// Null where it does not take the cover; `restricted` says how symmetry restricts one that it takes.
std::shared_ptr<const Plan> plan(const std::shared_ptr<const Cover>& cover, Restriction restricted(const Cover&));

}  // namespace tilewright::masks
