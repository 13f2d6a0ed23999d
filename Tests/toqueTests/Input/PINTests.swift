import Glibc
import Testing
import ToqueCrypto

@testable import toque

@Suite struct PINTests {
    private func pin(ofFile text: String) throws -> [UInt8] {
        try withFile(Array(text.utf8)) { try PIN(file: $0).bytes.withUnsafeBytes { Array($0) } }
    }

    @Test("The line break at the end of a PIN file is not part of the PIN", arguments: ["1234", "1234\n", "1234\r\n"])
    func theEndOfTheLineDoesNotCount(text: String) throws {
        #expect(try pin(ofFile: text) == Array("1234".utf8))
    }

    @Test("Spaces in a PIN file are part of the PIN")
    func blanksCount() throws {
        #expect(try pin(ofFile: " 12 34 \n") == Array(" 12 34 ".utf8))
    }

    /// An é as a letter and an accent, Hangul as its parts, the Ångström sign.
    @Test(
        "A PIN is normalized to Unicode form NFC",
        arguments: [("cafe\u{301}", "caf\u{E9}"), ("\u{1112}\u{1161}\u{11AB}", "\u{D55C}"), ("\u{212B}", "\u{C5}")])
    func itIsNormalized(text: String, expected: String) throws {
        #expect(try pin(ofFile: text) == Array(expected.utf8))
    }

    @Test("A PIN file that is empty or has several lines is refused", arguments: ["", "\n", "1234\n5678", "1234\n\n"])
    func oneLineIsWanted(text: String) throws {
        let error = #expect(throws: CommandError.self) { try pin(ofFile: text) }
        #expect(error?.status == .failed)
        #expect(error?.description.hasSuffix("does not hold the PIN alone, on one line") == true)
    }

    @Test("A PIN file that is not UTF-8 is refused without showing its bytes")
    func bytesThatAreNoTextAreRefusedAndNotShown() throws {
        let error = try withFile([0x31, 0x32, 0x33, 0xFF]) { path in
            (#expect(throws: CommandError.self) { try PIN(file: path) }, path)
        }
        #expect(error.0?.description == "\(error.1): the PIN is not UTF-8")
    }

    @Test("A PIN file that other users may access is refused", arguments: [0o640, 0o604, 0o620] as [mode_t])
    func aFileThatOthersMayUseIsRefused(mode: mode_t) throws {
        try withFile(Array("1234".utf8), mode: mode) { path in
            let error = #expect(throws: CommandError.self) { try PIN(file: path) }
            let octal = String(mode, radix: 8)
            #expect(error?.description == "\(path): other users may use it (mode 0\(octal))")
        }
    }

    @Test("A missing PIN file is reported as unreachable")
    func aFileThatIsNotThereIsUnreachable() {
        let error = #expect(throws: CommandError.self) { try PIN(file: "/nowhere/pin") }
        #expect(error?.status == .unreachable)
    }
}
