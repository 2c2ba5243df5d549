"""Grade the programs of a class: what students hand in, the results, the page to print, and the marks."""
