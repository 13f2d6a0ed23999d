import CTAP
import ToqueCBOR

/// A command or a response in parts, so that tests can break each part.
struct Message: Sendable {
    enum Direction: Sendable {
        case command
        case response(to: CTAPCommand)
    }

    /// The decoded message.
    enum Meaning: Hashable {
        case command(CTAPCommand)
        case response(CTAPResponse)

        /// The message encoded again.
        var encoded: [UInt8] {
            switch self {
            case .command(let command): command.encoded
            case .response(let response): [CTAPStatus.ok.rawValue] + response.encoded
            }
        }
    }

    let name: String
    let direction: Direction
    /// The byte of the command or the status.
    let head: UInt8
    /// The content with every known member.
    let parameters: CBOR
    let members: [Member]

    init(_ name: String, _ direction: Direction, head: UInt8, _ parameters: CBOR, _ members: [Member]) {
        self.name = name
        self.direction = direction
        self.head = head
        self.parameters = parameters
        self.members = members
    }

    func decode(_ parameters: [UInt8]) throws(CTAPStatus) -> Meaning {
        switch direction {
        case .command: .command(try CTAPCommand(decoding: [head] + parameters))
        case .response(let command): .response(try CTAPResponse(decoding: [head] + parameters, for: command))
        }
    }

    func decode(_ parameters: CBOR?) throws(CTAPStatus) -> Meaning {
        try decode(parameters.map(\.encoded) ?? [])
    }

    /// Returns the status of decoding.
    func status(_ parameters: [UInt8]) -> CTAPStatus {
        do throws(CTAPStatus) {
            _ = try decode(parameters)
            return .ok
        } catch {
            return error
        }
    }

    func status(_ parameters: CBOR?) -> CTAPStatus { status(parameters.map(\.encoded) ?? []) }
}

/// A member of a message.
struct Member: Sendable {
    enum Kind: CaseIterable {
        case unsigned, integer, bytes, text, array, map, bool

        func accepts(_ item: CBOR) -> Bool {
            switch (self, item) {
            case (.unsigned, .unsigned), (.integer, .unsigned), (.integer, .negative), (.bytes, .bytes), (.text, .text),
                (.array, .array), (.map, .map), (.bool, .bool):
                true
            default: false
            }
        }
    }

    let path: [CBOR]
    let kind: Kind
    /// The status if the member is missing.
    let missing: CTAPStatus

    init(_ path: CBOR..., is kind: Kind, missing: CTAPStatus = .ok) {
        self.init(path: path, kind: kind, missing: missing)
    }

    init(path: [CBOR], kind: Kind, missing: CTAPStatus) {
        self.path = path
        self.kind = kind
        self.missing = missing
    }

    /// The members of the structure at the path.
    static func structure(_ members: [Member], at path: CBOR...) -> [Member] {
        members.map { Member(path: path + $0.path, kind: $0.kind, missing: $0.missing) }
    }
}

extension Message: CustomStringConvertible {
    var description: String { name }
}
