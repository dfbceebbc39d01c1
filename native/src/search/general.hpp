// The two forms of the general search, each for the covers that it suits: see general.cpp and masks.cpp.
#pragma once
#include <memory>

#include "tilewright/search.hpp"

namespace tilewright {

// By slacks, which any cover has, also one that `general_plan` would search otherwise.
std::shared_ptr<const Plan> slack_plan(std::shared_ptr<const Cover> cover);

}  // namespace tilewright
