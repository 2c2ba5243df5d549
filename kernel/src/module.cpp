#include "bind.hpp"

NB_MODULE(_kernel, module) {
    noughts::bind_mnk(module);
    noughts::bind_general(module);
    noughts::bind_patterns(module);
}
