// The Python module `tilewright._kernel`.
#include "bind.hpp"

NB_MODULE(_kernel, m) {
    nb::set_leak_warnings(false);  // of what threads hold that Python leaves behind when it ends
    m.doc() = "Tilewright's compiled core: exact cover search and counting.";
    tilewright::bind::bind_all(m);
}
