// The only file that knows both Python and the kernel. Thin: it converts, releases the GIL and calls.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "tilewright/cover.hpp"

namespace nb = nanobind;

NB_MODULE(_kernel, m) { m.doc() = "Tilewright's compiled core: exact cover search and counting."; }
