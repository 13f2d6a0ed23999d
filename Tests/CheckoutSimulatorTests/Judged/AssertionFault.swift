import Testing
import ToqueEncoding
import ToqueWebAuthn

@testable import TestVectors

/// What is wrong with an assertion that a payer's device sends: each fault of the vectors' payments that reaches a page.
struct AssertionFault: Sendable, CustomTestStringConvertible {
    let name: String
    /// Of the verdict; nil for an answer that is not W3C's JSON, of which nothing is judged.
    let code: String?
    let apply: @Sendable (inout PixPayment) throws -> Void
    var testDescription: String { name }

    /// The counter that the passkey of faults in it has had before.
    static let storedCounter: UInt32 = 5

    static let all: [AssertionFault] =
        PixFault<PixPayment>.all.filter { !ofTheServer.contains($0.name) && !harmless.contains($0.name) }.map {
            AssertionFault(
                name: $0.name, code: $0.code == .malformedResponse ? nil : codes[$0.name] ?? $0.code.rawValue,
                apply: ofTheDevice[$0.name] ?? $0.apply)
        } + ofOrigins

    /// What a server keeps or asks for is no device's to break.
    static let ofTheServer: Set = [
        "credential-not-stored", "stored-key-cut-short", "stored-key-unsupported", "unknown-policy-member",
        "without-origins", "options-without-challenge", "options-timeout-negative", "trust-anchor-no-certificate",
    ]

    /// What these pages let pass: their options name the credentials, and nothing asks that extensions be refused.
    static let harmless: Set = [
        "without-user-handle", "app-id-and-rp-id", "extension-not-requested", "client-extension-not-requested",
    ]

    /// Where the vectors change what the server stored or asked for, the device does the same to its answer.
    private static let ofTheDevice: [String: @Sendable (inout PixPayment) throws -> Void] = [
        "credential-not-listed": { $0.credentialID = [UInt8](repeating: 0, count: 32) },
        "backup-eligibility-changed": { $0.authenticatorData.flags.insert(.backupEligible) },
        "counter-stands": { $0.authenticatorData.signCount = storedCounter },
    ]

    /// No policy of a page lets any page embed it.
    private static let codes = ["other-top-origin": "cross_origin_not_allowed"]

    private static let ofOrigins = [
        ("origin-other-port", "http://localhost:1"), ("origin-by-address", "http://127.0.0.1"),
        ("origin-empty", ""),
    ].map { name, origin in
        AssertionFault(name: name, code: "origin_not_allowed") { $0.clientData.origin = origin }
    }

    /// The answer to a page's options that is broken so.
    func answer(_ options: JSON, by device: PayerDevice) throws -> JSON {
        var payment = try device.payment(options, .init(counter: isOfCounter ? Self.storedCounter + 1 : 0))
        try apply(&payment)
        return try payment.document(id: name, description: name)["response"] ?? .null
    }

    /// Needs a passkey that counts.
    var isOfCounter: Bool { code == "counter_regressed" }
}
