// The Python module `tilewright._kernel`: one function a subject, each in the file of its name.
#include "bind.hpp"

NB_MODULE(_kernel, m) {
    using namespace tilewright::bind;
    nb::set_leak_warnings(false);  // of what threads hold that Python leaves behind when it ends
    m.doc() = "Tilewright's compiled core: exact cover search and counting.";
    bind_cover(m);
    bind_check(m);
    bind_placements(m);
    bind_search(m);
    bind_team(m);
    bind_silhouettes(m);
    bind_shikaku(m);
    bind_frontier(m);
    bind_walls(m);
    bind_family(m);
}
