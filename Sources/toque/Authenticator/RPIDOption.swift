import ArgumentParser
import ToqueEncoding

/// RP IDs on the command line.
enum RPIDOption {
    /// An RP ID is a domain, or the id of a program without one, such as OpenSSH's `ssh:` (WebAuthn section 4).
    /// - Parameter option: the option they were given with.
    /// - Throws: `CommandError` for a URL, or text that is neither.
    static func check(_ rpIDs: [String], _ option: String) throws(CommandError) {
        for rpID in rpIDs where rpID.isEmpty || !rpID.utf8.allSatisfy(isAllowed) {
            throw CommandError.invalid(option, rpID, expected: "an RP ID such as bank.example")
        }
    }

    private static func isAllowed(_ byte: UInt8) -> Bool { byte.isVisibleASCII && byte != UInt8(ascii: "/") }
}
