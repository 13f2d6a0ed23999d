# shellcheck shell=bash
# Sourced by tools/dist and tools/bench: how programs are linked that bring Swift's own libraries along. The dynamic
# loader's work is most of what such a program takes to start, so it is left little of it.

# The C++ library's archive, in a folder without the shared one, which the linker would take first. Of its 3,300 symbols
# that the loader looks up, toque needs few.
static_libraries=$PWD/.build/tools/static-libraries
mkdir -p "$static_libraries"
ln -sf "$(g++ -print-file-name=libstdc++.a)" "$static_libraries/"
export TOQUE_STATIC_LIBRARIES=$static_libraries

# Swift's static library has programs export all their symbols, which the dynamic loader then looks through. Packed
# relocations take a fifth of the file's space for them, and half of the loader's time (glibc 2.36).
# shellcheck disable=SC2034 # for the scripts that source this
static_linking=(
    --configuration release --static-swift-stdlib
    -Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs
)
