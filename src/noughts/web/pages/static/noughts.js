// The script of every page. A page with more to do also loads a module of its own.

import './stream.js';
import './forms.js';
import './board.js';
import './tools.js';
