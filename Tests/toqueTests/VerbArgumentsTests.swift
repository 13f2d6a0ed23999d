import Sandbox
import Testing

@testable import toque

@Suite struct VerbArgumentsTests {
    private let verb = ControlVerb(
        "pay", "Pay.",
        [.init("amount", "How much."), .init("external_id", "An id."), .init("external_name", "A name.")])

    @Test("Options of a verb become members of the request, wherever they stand")
    func readsOptions() throws {
        let arguments = try VerbArguments(["--amount", "1.00", "ID", "--external-id=a=b"])
        #expect(arguments.operands == ["ID"])
        #expect(try arguments.parameters(of: verb, "toque pay") == ["amount": "1.00", "external_id": "a=b"])
    }

    @Test("An empty value behind an equals sign takes no other word")
    func readsEmptyValues() throws {
        let arguments = try VerbArguments(["--amount=", "ID"])
        #expect(arguments.operands == ["ID"])
        #expect(try arguments.parameters(of: verb, "toque pay") == ["amount": ""])
    }

    @Test("The beginning of an option's name is enough where no other option begins so")
    func takesAbbreviations() throws {
        #expect(try VerbArguments(["--am", "1"]).parameters(of: verb, "toque pay") == ["amount": "1"])
        #expect(throws: CommandError.self) {
            try VerbArguments(["--external", "1"]).parameters(of: verb, "toque pay")
        }
    }

    @Test("An unknown option, and one without a value, are usage errors")
    func refusesOthers() {
        let unknown = #expect(throws: CommandError.self) {
            try VerbArguments(["--amont", "1"]).parameters(of: verb, "toque pay")
        }
        #expect(unknown?.description == "toque pay has no option --amont; try: --amount, or toque sandbox actions pay")
        #expect(unknown?.status == .usage)
        let incomplete = #expect(throws: CommandError.self) { try VerbArguments(["--amount", "--external-id"]) }
        #expect(incomplete?.description == "--amount: its value is missing; try: --amount TEXT")
    }
}
