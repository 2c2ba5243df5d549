#include "bindings/bindings.hpp"

NB_MODULE(_kernel, module) {
    nanobind::set_leak_warnings(false);  // who ends while a solver is kept has lost nothing, and is told nothing
    noughts::bind_mnk(module);
    noughts::bind_general(module);
    noughts::bind_patterns(module);
}
