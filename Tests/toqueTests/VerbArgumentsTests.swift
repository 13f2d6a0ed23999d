import Sandbox
import Testing

@testable import toque

@Suite struct VerbArgumentsTests {
    private let verb = ControlVerb(
        "pay", "Pay.",
        [.init("amount", "How much."), .init("external_id", "An id."), .init("external_name", "A name.")])

    @Test("Options of a verb become members of the request, at any position")
    func readsOptions() throws {
        let arguments = VerbArguments(["--amount", "1.00", "ID", "--external-id=a=b"])
        #expect(try arguments.operands(["id"], "toque pay") == ["ID"])
        #expect(try arguments.parameters(of: verb, "toque pay") == ["amount": "1.00", "external_id": "a=b"])
    }

    @Test("An empty value after an equals sign consumes no other word")
    func readsEmptyValues() throws {
        let arguments = VerbArguments(["--amount=", "ID"])
        #expect(try arguments.operands(["id"], "toque pay") == ["ID"])
        #expect(try arguments.parameters(of: verb, "toque pay") == ["amount": ""])
    }

    @Test("An unambiguous prefix of an option's name is enough")
    func takesAbbreviations() throws {
        #expect(try VerbArguments(["--am", "1"]).parameters(of: verb, "toque pay") == ["amount": "1"])
        #expect(throws: CommandError.self) {
            try VerbArguments(["--external", "1"]).parameters(of: verb, "toque pay")
        }
    }

    @Test("A missing operand is told by its name, and another one by its text")
    func countsOperands() {
        let missing = #expect(throws: CommandError.self) { try VerbArguments([]).operands(["id"], "toque pay") }
        #expect(missing?.description == "<id>: required")
        let other = #expect(throws: CommandError.self) { try VerbArguments(["a", "b"]).operands(["id"], "toque pay") }
        #expect(other?.description == "unexpected argument \"b\"")
    }

    @Test("A required option that is missing is a usage error")
    func requiresOptions() {
        let verb = ControlVerb("add", "Add.", [.init("domain", "Where.", isRequired: true)])
        let missing = #expect(throws: CommandError.self) { try VerbArguments([]).parameters(of: verb, "toque add") }
        #expect(missing?.description == "--domain: required")
    }

    @Test("An unknown option, or an option without its value, is a usage error")
    func refusesOthers() {
        let unknown = #expect(throws: CommandError.self) {
            try VerbArguments(["--amont", "1"]).parameters(of: verb, "toque pay")
        }
        #expect(unknown?.description == "--amont: toque pay has no such option")
        #expect(unknown?.hint == "did you mean `--amount`? see `toque pay --help`")
        #expect(unknown?.code == .unknownOption)
        let bare = #expect(throws: CommandError.self) {
            try VerbArguments(["--amont"]).parameters(of: verb, "toque pay")
        }
        #expect(bare?.code == .unknownOption)
        let incomplete = #expect(throws: CommandError.self) {
            try VerbArguments(["--amount", "--external-id"]).parameters(of: verb, "toque pay")
        }
        #expect(incomplete?.description == "--amount: a value is missing")
    }
}
