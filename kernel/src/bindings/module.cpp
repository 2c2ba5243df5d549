#include "bindings/bindings.hpp"

NB_MODULE(_kernel, module) {
    nanobind::set_leak_warnings(false);  // a solver that still exists when Python exits is not a leak
    noughts::bind_mnk(module);
    noughts::bind_general(module);
    noughts::bind_patterns(module);
}
