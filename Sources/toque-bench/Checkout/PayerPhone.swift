import SandboxKit
import Synchronization
import ToqueCrypto
import ToqueEncoding

/// The payer's device. A sandbox has one payer, so all of its clients share one device. The first approval registers
/// its passkey, before any load.
final class PayerPhone: Sendable {
    private let device: SimulatedDevice
    private let credentialID = Mutex<[UInt8]?>(nil)

    /// - Parameter port: the port of the sandbox on 127.0.0.1, whose pages belong to `localhost`.
    init(port: UInt16) throws {
        device = try SimulatedDevice(rpID: "localhost", origin: "http://localhost:\(port)", random: SystemRandom())
    }

    /// Reads a page as a program and approves it with an assertion.
    func approve(_ url: String?, over connection: TimedConnection) throws {
        guard let url else { throw TimedConnection.Failure(description: "there is no page to approve on") }
        let page = TimedConnection.target(url)
        let shown = try JSON(
            parsing: connection.send(
                "GET", page, step: "GET page", fields: "Accept: application/json\r\n", expecting: 200
            ).body)
        var body: JSONObject = ["decision": "approve"]
        if let options = shown["registration"] {
            let registration = device.register(challenge: try options.challenge())
            credentialID.withLock { $0 = registration.credentialID }
            body["registration"] = registration.essentialJSON
        }
        guard let credentialID = credentialID.withLock({ $0 }) else {
            throw TimedConnection.Failure(description: "the payer has another passkey")
        }
        body["authentication"] = try device.sign(
            challenge: (shown["authentication"] ?? .null).challenge(), credentialID: credentialID, userHandle: nil
        ).json()
        let outcome = try connection.post(
            page, JSON.object(body), step: "POST page", fields: "Accept: application/json\r\n", expecting: 200)
        guard outcome["outcome"]?.stringValue == "approved" else {
            throw TimedConnection.Failure(description: "\(page): \(outcome.serialized())")
        }
    }
}

extension TimedConnection {
    /// Posts JSON.
    func post(
        _ path: String, _ body: JSON, step: String? = nil, fields: String = "", expecting status: Int
    ) throws -> JSON {
        try JSON(
            parsing: send(
                "POST", path, step: step, fields: "\(fields)Content-Type: application/json\r\n", body: body.utf8,
                expecting: status
            ).body)
    }

    func get(_ path: String, step: String, fields: String = "") throws -> JSON {
        try JSON(parsing: send("GET", path, step: step, fields: fields, expecting: 200).body)
    }
}

extension JSON {
    /// A text in a response.
    func text(_ path: String...) throws -> String {
        var value = self
        for name in path { value = value[name] ?? .null }
        guard let text = value.stringValue else {
            throw TimedConnection.Failure(description: "\(serialized()) has no \(path.joined(separator: "."))")
        }
        return text
    }

    func expect(_ expected: String, at path: String...) throws {
        var value = self
        for name in path { value = value[name] ?? .null }
        guard value.stringValue == expected else {
            throw TimedConnection.Failure(description: "\(serialized()) is not \(expected)")
        }
    }
}
