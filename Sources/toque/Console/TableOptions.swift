import ArgumentParser

/// How a table is shown.
struct TableOptions: ParsableArguments {
    @Flag(help: "Show whole IDs and columns on a terminal too.")
    var wide = false
}

/// How exactly the clock is told.
struct ClockOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Show times to the microsecond.")
    var verbose = false
}

/// How exactly events and ceremonies are told.
struct TimeOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Show times to the microsecond, and all data of events.")
    var verbose = false
}
