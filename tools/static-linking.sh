# shellcheck shell=bash
# Sourced by tools/dist and tools/bench: links programs statically with Swift's own libraries. The dynamic loader takes
# most of such a program's start-up time, so these options leave it little work.

# The C++ library's archive, in a folder without the shared library, which the linker would prefer. The loader would
# look up 3,300 of its symbols, of which toque needs few.
static_libraries=$PWD/.build/tools/static-libraries
mkdir -p "$static_libraries"
ln -sf "$(g++ -print-file-name=libstdc++.a)" "$static_libraries/"
export TOQUE_STATIC_LIBRARIES=$static_libraries

# Swift's static library makes programs export all their symbols, which the dynamic loader then looks through. Packed
# relocations take a fifth of their space in the file, and half of the loader's time (glibc 2.36).
# shellcheck disable=SC2034 # for the scripts that source this
static_linking=(
    --configuration release --static-swift-stdlib
    -Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs
)
