import Glibc

/// `toque-fuzz TARGET [libFuzzer's arguments]`, `toque-fuzz seeds VECTORS KEPT DIRECTORY`, `toque-fuzz keep DIRECTORY
/// FILE`, `toque-fuzz list`.
@main
enum Main {
    /// The variable that names the target for libFuzzer's child processes, which receive only libFuzzer's arguments.
    private static let variable = "TOQUE_FUZZ_TARGET"

    static func main() {
        let arguments = CommandLine.arguments
        switch arguments.dropFirst().first {
        case "list": for target in FuzzTarget.allCases { print(target.rawValue) }
        case "seeds" where arguments.count == 5:
            attempt { try Seeds.write(from: arguments[2], kept: arguments[3], to: arguments[4]) }
        case "keep" where arguments.count == 4:
            attempt { try KeptInputs.write(from: arguments[2], to: arguments[3]) }
        case let option? where option.hasPrefix("-"):
            run(getenv(variable).map { String(cString: $0) } ?? option, arguments: arguments)
        case let name?:
            setenv(variable, name, 1)
            run(name, arguments: [arguments[0]] + arguments.dropFirst(2))
        case nil: fail("name a target; see toque-fuzz list")
        }
    }

    private static func run(_ name: String, arguments: [String]) -> Never {
        guard let target = FuzzTarget(rawValue: name) else { fail("no target \(name); see toque-fuzz list") }
        LibFuzzer.run(target, arguments: arguments)
    }

    private static func attempt(_ body: () throws -> Void) {
        do {
            try body()
        } catch {
            fail("\(error)")
        }
    }

    private static func fail(_ message: String) -> Never {
        print("toque-fuzz: \(message)")
        exit(2)
    }
}
