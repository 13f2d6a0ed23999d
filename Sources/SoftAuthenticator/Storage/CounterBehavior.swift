/// How the signature counter changes from one assertion to the next (WebAuthn section 6.1.1).
public enum CounterBehavior: Sendable, Hashable, CustomStringConvertible {
    /// Always 0: no counter.
    case zero
    /// One increasing counter for all credentials of the storage.
    case grows
    /// One increasing counter per credential, starting here; 0 follows 2^32 - 1.
    case perCredential(start: UInt32)
    /// One constant counter per credential, with this value.
    case constant(UInt32)
    /// One decreasing counter per credential, from here down to 0.
    case regresses(start: UInt32)

    /// Where a credential's own counter is stored.
    public enum Kind: Int, Sendable, Hashable {
        // The raw values are the stored ones.
        /// Nowhere: it is always 0.
        case none = 0
        /// In the storage's counter.
        case shared = 1
        /// In a `CredentialCounter`.
        case own = 2
    }

    public var kind: Kind {
        switch self {
        case .zero: .none
        case .grows: .shared
        case .perCredential, .constant, .regresses: .own
        }
    }

    /// The form of the command line and of the storage.
    public var description: String {
        switch self {
        case .zero: "zero"
        case .grows: "grows"
        case .perCredential(let start): "per-credential:\(start)"
        case .constant(let value): "constant:\(value)"
        case .regresses(let start): "regresses:\(start)"
        }
    }

    /// Reads `description`. `per-credential` without a number starts at 0, `regresses` at 1000.
    /// - Returns: nil for another word, and for a number outside 0 to 2^32 - 1.
    public init?(parsing text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let digits = parts.count == 2 ? parts[1] : nil
        // UInt32 accepts a sign too.
        guard let word = parts.first, digits?.utf8.allSatisfy({ (0x30...0x39).contains($0) }) != false else {
            return nil
        }
        let number = digits.flatMap { UInt32($0) }
        switch (word, digits, number) {
        case ("zero", nil, _): self = .zero
        case ("grows", nil, _): self = .grows
        case ("per-credential", nil, _): self = .perCredential(start: 0)
        case ("per-credential", _, let start?): self = .perCredential(start: start)
        case ("constant", _, let value?): self = .constant(value)
        case ("regresses", nil, _): self = .regresses(start: 1000)
        case ("regresses", _, let start?): self = .regresses(start: start)
        default: return nil
        }
    }
}

/// The signature counter of one credential.
public struct CredentialCounter: Sendable, Hashable {
    public private(set) var behavior: CounterBehavior
    /// The number of signatures so far.
    public private(set) var uses: UInt32

    /// - Parameter uses: the number of signatures so far.
    public init(_ behavior: CounterBehavior, uses: UInt32 = 0) {
        self.behavior = behavior
        self.uses = uses
    }

    /// The value for a signature; 0 for a behavior without a per-credential counter.
    public var value: UInt32 {
        switch behavior {
        case .zero, .grows: 0
        case .perCredential(let start): start &+ uses
        case .constant(let value): value
        case .regresses(let start): start > uses ? start - uses : 0
        }
    }

    /// Counts a signature.
    /// - Parameter behavior: the new behavior, which restarts the count if it differs; nil keeps it.
    /// - Returns: the value for the signature.
    mutating func advance(as behavior: CounterBehavior?) -> UInt32 {
        if let behavior, behavior != self.behavior { self = CredentialCounter(behavior) }
        uses &+= 1
        return value
    }
}
