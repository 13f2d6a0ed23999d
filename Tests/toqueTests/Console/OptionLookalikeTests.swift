import ArgumentParser
import Testing

@testable import toque

@Suite struct OptionLookalikeTests {
    /// -hGpe... starts like -h, which is --help; --A7 starts like a long option.
    private static let ids = ["-hGpeAAAAAAAAAAAAAAAAAAA", "--A7xyzabcdefghijklmnopq", "-_---------------------A"]

    @Test("An ID that looks like an option is an argument at any position", arguments: ids)
    func anID(_ id: String) throws {
        for words in [
            ["delete", id], ["delete", id, "--device", "/dev/null"], ["delete", "--device", "/dev/null", id],
        ] {
            let arguments = OptionLookalike.moved(["key", "credentials"] + words)
            let command = try #require(
                try Toque.parseAsRoot(arguments) as? KeyCredentialsCommand.DeleteCommand, "\(arguments)")
            #expect(command.credential.credential == id)
            #expect(try command.credential.id().count >= 16)
        }
        let rename = try Toque.parseAsRoot(
            OptionLookalike.moved(["key", "credentials", "rename", id, "--name", "ana"]))
        let renamed = try #require(rename as? KeyCredentialsCommand.RenameCommand)
        #expect((renamed.credential.credential, renamed.name ?? "") == (id, "ana"))
        let inspect = try #require(try Toque.parseAsRoot(OptionLookalike.moved(["inspect", id])) as? InspectCommand)
        #expect(inspect.input == id)
    }

    @Test("An option's value that looks like an option is still its value", arguments: ids)
    func aValue(_ id: String) throws {
        let words = ["key", "blobs", "get", "--rp-id", "bank.example", "--credential", id, "blob"]
        #expect(OptionLookalike.moved(words) == words)
        let command = try #require(try Toque.parseAsRoot(words) as? KeyBlobsCommand.GetCommand)
        #expect(command.owner.credential == id)
        #expect(command.file == "blob")
    }

    @Test("A PEM text is an argument although it starts with dashes")
    func aPEMTextIsAnArgument() {
        let text = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"
        #expect(OptionLookalike.moved(["inspect", text, "--json"]) == ["inspect", "--json", "--", text])
    }

    @Test(
        "Options, and words behind --, are left where they are",
        arguments: [
            [], ["-"], ["--help"], ["-h"], ["key", "credentials", "delete", "--", "-hGpeAAAAAAAAAAAAAAAAAAA"],
            ["--an-option-with-a-very-long-name"], ["-short"], ["-notBase64url=AAAAAAAAAAAAAAA"],
            ["simulate", "--", "-hGpeAAAAAAAAAAAAAAAAAAA"],
        ])
    func theRest(_ arguments: [String]) { #expect(OptionLookalike.moved(arguments) == arguments) }
}
