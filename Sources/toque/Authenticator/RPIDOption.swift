import ArgumentParser
import ToqueEncoding

/// RP IDs on the command line.
enum RPIDOption {
    /// An RP ID is a domain, or what a program without one says, as OpenSSH its `ssh:` (WebAuthn section 4).
    /// - Parameter option: the one that they were given with.
    /// - Throws: `ValidationError` for a URL, or a text that is none of them.
    static func check(_ rpIDs: [String], _ option: String) throws(ValidationError) {
        for rpID in rpIDs where rpID.isEmpty || !rpID.utf8.allSatisfy(isAllowed) {
            throw ValidationError("\(option): found \(rpID.quoted), expected an RP ID such as bank.example")
        }
    }

    private static func isAllowed(_ byte: UInt8) -> Bool { byte.isVisibleASCII && byte != UInt8(ascii: "/") }
}
