/// What the signature counter does from one assertion to the next (WebAuthn section 6.1.1).
public enum CounterBehavior: Sendable, Hashable, CustomStringConvertible {
    /// Always 0: there is none.
    case zero
    /// One for all credentials of the storage, which grows.
    case grows
    /// One for each credential, which grows from here; after 2^32 - 1 comes 0.
    case perCredential(start: UInt32)
    /// One for each credential, which stands still here.
    case constant(UInt32)
    /// One for each credential, which goes back from here, down to 0.
    case regresses(start: UInt32)

    /// Where a credential that has a counter of its own keeps it.
    public enum Kind: Int, Sendable, Hashable {
        // The raw values are what storage keeps.
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

    /// As the command line spells it, and storage keeps it.
    public var description: String {
        switch self {
        case .zero: "zero"
        case .grows: "grows"
        case .perCredential(let start): "per-credential:\(start)"
        case .constant(let value): "constant:\(value)"
        case .regresses(let start): "regresses:\(start)"
        }
    }

    /// Reads `description`. `per-credential` alone starts at 0, `regresses` alone at 1000.
    /// - Returns: nil for another word, and for a number outside of 0 to 2^32 - 1.
    public init?(parsing text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let digits = parts.count == 2 ? parts[1] : nil
        // UInt32 takes a sign as well.
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
    /// Signatures that it has counted.
    public private(set) var uses: UInt32

    /// - Parameter uses: signatures that were counted before.
    public init(_ behavior: CounterBehavior, uses: UInt32 = 0) {
        self.behavior = behavior
        self.uses = uses
    }

    /// What a signature carries; 0 for a behavior that has no counter here.
    public var value: UInt32 {
        switch behavior {
        case .zero, .grows: 0
        case .perCredential(let start): start &+ uses
        case .constant(let value): value
        case .regresses(let start): start > uses ? start - uses : 0
        }
    }

    /// Counts a signature.
    /// - Parameter behavior: what it does from now on, anew where it did something else; nil leaves it.
    /// - Returns: what the signature carries.
    mutating func advance(as behavior: CounterBehavior?) -> UInt32 {
        if let behavior, behavior != self.behavior { self = CredentialCounter(behavior) }
        uses &+= 1
        return value
    }
}
