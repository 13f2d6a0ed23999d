import Glibc

/// `toque-fuzz TARGET [libFuzzer's arguments]`, `toque-fuzz seeds VECTORS DIRECTORY`, `toque-fuzz list`.
@main
enum Main {
    static func main() {
        let arguments = CommandLine.arguments
        switch arguments.dropFirst().first {
        case "list": for target in FuzzTarget.allCases { print(target.rawValue) }
        case "seeds" where arguments.count == 4:
            do {
                try Seeds.write(from: arguments[2], to: arguments[3])
            } catch {
                fail("\(error)")
            }
        case let name?:
            guard let target = FuzzTarget(rawValue: name) else { fail("no target \(name); see toque-fuzz list") }
            LibFuzzer.run(target, arguments: [arguments[0]] + arguments.dropFirst(2))
        case nil: fail("name a target; see toque-fuzz list")
        }
    }

    private static func fail(_ message: String) -> Never {
        print("toque-fuzz: \(message)")
        exit(2)
    }
}
