import ArgumentParser
import Testing

@testable import toque

@Suite struct AuthenticatorOptionsTests {
    private func failure(_ arguments: String...) -> String? {
        do {
            _ = try AuthenticatorOptions.parse(arguments)
            return nil
        } catch {
            return CommandError(of: error)?.description ?? AuthenticatorOptions.message(for: error)
        }
    }

    @Test(
        "An option of the software authenticator is refused with a security key",
        arguments: ["--profile=ios", "--store=x", "--key-file=x", "--gesture=approve", "--seed=x"])
    func aKeyHasNoUseForWhatBelongsToSoft(option: String) {
        let name = option.prefix { $0 != "=" }
        for authenticator in ["usb", "/dev/hidraw0", "key.socket"] {
            #expect(
                failure("--authenticator", authenticator, option)
                    == "\(name): requires --authenticator soft: a key has its own")
        }
        #expect(failure("--authenticator", "soft", option) == nil)
        #expect(failure(option) == nil)
    }

    @Test("A PIN file is refused with the software authenticator")
    func softHasNoPIN() {
        #expect(failure("--pin-file", "x")?.hasPrefix("--pin-file: requires --authenticator usb or a path") == true)
        #expect(failure("--pin-file", "x", "--authenticator", "usb") == nil)
    }

    @Test("A key path that does not exist is reported as unreachable")
    func aPathWithoutAKeyIsUnreachable() {
        let error = #expect(throws: CommandError.self) { try KeyDevice(argument: "/nowhere/key")?.location() }
        #expect(error?.status == .unreachable)
        #expect(error?.description == "/nowhere/key: No such file or directory")
    }
}
