"""Grade the programs of a class: read what students hand in, save the results, and write the page and the points."""
