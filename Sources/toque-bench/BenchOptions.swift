/// `[--sandbox-only] [--load PORT] [--flows N] NAME=PATH...`
struct BenchOptions {
    /// A `toque` that is measured.
    struct Binary {
        let name: String
        let path: String
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The first one serves.
    private(set) var binaries: [Binary] = []
    /// Nothing but the sandbox is measured.
    private(set) var sandboxOnly = false
    /// A sandbox that runs already is loaded with `flows`, such as for a profiler; nothing else is done.
    private(set) var load: UInt16?
    /// In which the sandbox's memory is looked at.
    private(set) var flows = 5_000

    init(_ arguments: some Sequence<String>) throws(Failure) {
        var iterator = arguments.makeIterator()
        while let argument = iterator.next() {
            switch argument {
            case "--sandbox-only": sandboxOnly = true
            case "--load":
                guard let port = iterator.next().flatMap({ UInt16($0) }) else {
                    throw Failure(description: "--load takes a port")
                }
                load = port
            case "--flows":
                guard let number = iterator.next().flatMap({ Int($0) }), number > 0 else {
                    throw Failure(description: "--flows takes a number above 0")
                }
                flows = number
            default:
                let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
                guard parts.count == 2 else { throw Failure(description: "\(argument) is not NAME=PATH") }
                binaries.append(Binary(name: parts[0], path: parts[1]))
            }
        }
    }
}
