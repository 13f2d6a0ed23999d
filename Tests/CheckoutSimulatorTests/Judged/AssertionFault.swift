import Testing
import ToqueEncoding
import ToqueWebAuthn

@testable import TestVectors

/// A fault of an assertion that a payer's device sends: each fault of the vectors' payments that can reach a page.
struct AssertionFault: Sendable, CustomTestStringConvertible {
    let name: String
    /// The verdict's code; nil if the answer is not W3C's JSON and is not judged.
    let code: String?
    let apply: @Sendable (inout PixPayment) throws -> Void
    var testDescription: String { name }

    /// The counter that the passkey had before the fault.
    static let storedCounter: UInt32 = 5

    static let all: [AssertionFault] =
        PixFault<PixPayment>.all.filter { !ofTheServer.contains($0.name) && !harmless.contains($0.name) }.map {
            AssertionFault(
                name: $0.name, code: $0.code == .malformedResponse ? nil : codes[$0.name] ?? $0.code.rawValue,
                apply: ofTheDevice[$0.name] ?? $0.apply)
        } + ofOrigins

    /// Faults in stored or requested values, which a device cannot cause.
    static let ofTheServer: Set = [
        "credential-not-stored", "stored-key-cut-short", "stored-key-unsupported", "unknown-policy-member",
        "without-origins", "options-without-challenge", "options-timeout-negative", "trust-anchor-no-certificate",
    ]

    /// Faults that these pages accept: their options name the credentials, and extensions are not refused.
    static let harmless: Set = [
        "without-user-handle", "app-id-and-rp-id", "extension-not-requested", "client-extension-not-requested",
    ]

    /// Where the vectors change stored or requested values, the device changes its answer accordingly.
    private static let ofTheDevice: [String: @Sendable (inout PixPayment) throws -> Void] = [
        "credential-not-listed": { $0.credentialID = [UInt8](repeating: 0, count: 32) },
        "backup-eligibility-changed": { $0.authenticatorData.flags.insert(.backupEligible) },
        "counter-stands": { $0.authenticatorData.signCount = storedCounter },
    ]

    /// No page allows embedding.
    private static let codes = ["other-top-origin": "cross_origin_not_allowed"]

    private static let ofOrigins = [
        ("origin-other-port", "http://localhost:1"), ("origin-by-address", "http://127.0.0.1"),
        ("origin-empty", ""),
    ].map { name, origin in
        AssertionFault(name: name, code: "origin_not_allowed") { $0.clientData.origin = origin }
    }

    /// Returns the faulty answer to a page's options.
    func answer(_ options: JSON, by device: PayerDevice) throws -> JSON {
        var payment = try device.payment(options, .init(counter: isOfCounter ? Self.storedCounter + 1 : 0))
        try apply(&payment)
        return try payment.document(id: name, description: name)["response"] ?? .null
    }

    /// Whether the fault needs a passkey with a counter.
    var isOfCounter: Bool { code == "counter_regressed" }
}
