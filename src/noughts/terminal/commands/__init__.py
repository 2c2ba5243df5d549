"""The commands of `noughts`: each command has its own file, in a folder named after the command's purpose."""
