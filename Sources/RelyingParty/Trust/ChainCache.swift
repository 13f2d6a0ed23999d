import Synchronization
import ToqueCrypto

/// Chains that lead to their anchors, with their certificates: reading a certificate and judging its chain costs more
/// than all the rest of a registration. Each chain is kept with the period in which its certificates are valid, so that
/// each use judges the time anew. Chains that lead nowhere are not kept: anybody could use them to displace the others.
final class ChainCache: Sendable {
    private let chains: Mutex<RecentValues<[UInt8], ClosedRange<Int64>>>
    private let certificates: Mutex<RecentValues<[UInt8], Certificate>>

    /// - Parameter capacity: the number of most recently used chains that are guaranteed to be kept; at most twice as
    ///   many are.
    init(capacity: Int = 256) {
        chains = Mutex(RecentValues(capacity: capacity))
        certificates = Mutex(RecentValues(capacity: capacity))
    }

    /// The validity period of the chain's certificates, in seconds since 1970; nil if unknown.
    /// - Parameter key: a digest of the chain and of the anchors by which it was judged.
    func validity(_ key: [UInt8]) -> ClosedRange<Int64>? { chains.withLock { $0.value(for: key) } }

    /// A decoded certificate from a chain. It alone proves no trust.
    func certificate(der: [UInt8]) -> Certificate? { certificates.withLock { $0.value(for: der) } }

    /// - Parameter path: the certificates of the chain.
    func insert(_ validity: ClosedRange<Int64>, for key: [UInt8], path: [Certificate] = []) {
        chains.withLock { $0.insert(validity, for: key) }
        certificates.withLock { certificates in
            for certificate in path { certificates.insert(certificate, for: certificate.der) }
        }
    }

    /// The number of known chains.
    var count: Int { chains.withLock { $0.count } }
}
