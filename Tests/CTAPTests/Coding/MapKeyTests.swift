import CTAP
import Testing
import ToqueCBOR

/// Names and keys for programs that show messages.
@Suite struct MapKeyTests {
    @Test("Every member that a message can have has a key and a name", arguments: MemberTests.messages)
    func keys(message: Message) throws {
        let code = try #require(message.code)
        let keys =
            switch message.direction {
            case .command: code.parameters
            case .response: code.response
            }
        #expect(message.name.contains(code.name))
        #expect(Set(keys.map(\.value)) == Set(message.parameters.mapValue?.map(\.key) ?? []))
        #expect(Set(keys.map(\.value)).count == keys.count)
        #expect(Set(keys.map(\.name)).count == keys.count)
    }

    @Test("Subcommands and their parameters have names")
    func subcommands() throws {
        let keys = CTAPCommandCode.config.parameters
        guard case .subCommands(let names)? = keys.first(where: { $0.name == "subCommand" })?.content,
            case .members(let parameters)? = keys.first(where: { $0.name == "subCommandParams" })?.content
        else {
            Issue.record("no subcommands")
            return
        }
        #expect(names[3] == "setMinPINLength" && names[0xFF] == "vendorPrototype")
        #expect(
            parameters.map(\.name) == [
                "newMinPINLength", "minPinLengthRPIDs", "forceChangePin", "pinComplexityPolicy",
            ])
    }

    @Test("A command without parameters or response has no keys")
    func bareCommands() {
        let bare: [CTAPCommandCode] = [.getInfo, .reset, .getNextAssertion, .selection]
        #expect(CTAPCommandCode.allCases.filter(\.parameters.isEmpty) == bare)
        #expect(CTAPCommandCode.allCases.filter(\.response.isEmpty) == [.reset, .selection, .config])
    }
}

extension Message {
    fileprivate var code: CTAPCommandCode? {
        switch direction {
        case .command: CTAPCommandCode(rawValue: head)
        case .response(let command): command.code
        }
    }
}
