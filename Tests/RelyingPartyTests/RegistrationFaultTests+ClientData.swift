@testable import RelyingParty

extension RegistrationFaultTests {
    static let clientDataFaults: [Fault<RegistrationDraft>] = [
        .init("client data is no JSON", .malformedClientData) {
            $0.changeCeremony = { $0.response.clientDataJSON = Array("{]".utf8) }
        },
        .init("client data is not UTF-8", .malformedClientData) {
            $0.changeCeremony = { $0.response.clientDataJSON.insert(0xFF, at: 10) }
        },
        .init("client data has a member twice", .malformedClientData) {
            $0.changeCeremony = {
                $0.response.clientDataJSON.insert(contentsOf: #""type":"webauthn.create","#.utf8, at: 1)
            }
        },
        .init("client data has trailing bytes", .malformedClientData) {
            $0.changeCeremony = { $0.response.clientDataJSON.append(0) }
        },
        .init("client data with a NUL in it", .malformedClientData) {
            $0.changeCeremony = { $0.response.clientDataJSON.insert(0, at: 1) }
        },
        .init("client data in UTF-16", .malformedClientData) {
            $0.changeCeremony = { $0.response.clientDataJSON = $0.response.clientDataJSON.flatMap { [$0, 0] } }
        },
        .init("client data with two byte order marks", .malformedClientData) {
            $0.changeCeremony = { $0.response.clientDataJSON.insert(contentsOf: byteOrderMark + byteOrderMark, at: 0) }
        },
        .init("client data of more than 64 KiB", .malformedClientData) {
            $0.changeCeremony = {
                $0.response.clientDataJSON.insert(contentsOf: [UInt8](repeating: 0x20, count: 64 << 10), at: 1)
            }
        },
        .init("client data without an origin", .malformedClientData) {
            $0.changeCeremony = { $0.response.clientDataJSON = Array(#"{"type":"webauthn.create"}"#.utf8) }
        },
        .init("type of the other ceremony", .typeMismatch) { $0.clientData.type = "webauthn.get" },
        .init("payment type", .typeMismatch, policy: .expected { $0.allowPayment = true }) {
            $0.clientData.type = "payment.get"
        },
        .init("another challenge", .challengeMismatch) { $0.options.challenge[0] ^= 1 },
        .init("no challenge where none was sent", .challengeMismatch) {
            $0.options.challenge = []
            $0.clientData.challenge = ""
        },
        .init("a longer challenge", .challengeMismatch) { $0.clientData.challenge += "AA" },
        .init("challenge with bits beyond its last byte", .challengeMismatch) {
            // The lowest bit of the last character, which has two unused bits.
            $0.clientData.challenge.removeLast()
            $0.clientData.challenge += "9"
        },
        .init("padded challenge", .challengeMismatch) { $0.clientData.challenge += "=" },
        .init("another origin", .originNotAllowed) { $0.clientData.origin = "https://example.org.evil.test" },
        .init("origin with a slash", .originNotAllowed) { $0.clientData.origin = "https://example.org/" },
        .init("another app", .originNotAllowed) { $0.clientData.origin = "android:apk-key-hash:0A1B2D" },
        // KELVIN SIGN, which equals K by Swift's ==.
        .init("an app of a letter that looks alike", .originNotAllowed) {
            $0.clientData.origin = "android:apk-key-hash:0A1B2\u{212A}"
        },
        .init("crossOrigin", .crossOriginNotAllowed) { $0.clientData.crossOrigin = true },
        .init("topOrigin that is not listed", .topOriginNotAllowed, policy: .expected { $0.allowCrossOrigin = true }) {
            $0.clientData.crossOrigin = true
            $0.clientData.topOrigin = "https://top.example"
        },
        .init(
            "topOrigin without crossOrigin", .topOriginNotAllowed,
            policy: .expected { $0.topOrigins = ["https://top.example"] }
        ) { $0.clientData.topOrigin = "https://top.example" },
    ]

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
