"""From a graph to the LLVM dialect: groups, loop nests, passes, and the plan of memory."""
