import Synchronization
import ToqueCrypto

/// The chains that were found to lead to their anchors, with their certificates, because to read a certificate and to
/// find out where it leads costs more than all the rest of a registration. A chain is kept with the time span in which
/// its certificates are valid, so that each use judges the time anew. Chains that lead nowhere are not kept: with them
/// anybody could drive out the others.
final class ChainCache: Sendable {
    private let chains: Mutex<RecentValues<[UInt8], ClosedRange<Int64>>>
    private let certificates: Mutex<RecentValues<[UInt8], Certificate>>

    /// - Parameter capacity: how many of the chains used last are kept for certain; never more than twice as many are.
    init(capacity: Int = 256) {
        chains = Mutex(RecentValues(capacity: capacity))
        certificates = Mutex(RecentValues(capacity: capacity))
    }

    /// When the certificates of the chain are valid, in seconds since 1970; nil where it is not known.
    /// - Parameter key: a digest of the chain and of the anchors by which it was judged.
    func validity(_ key: [UInt8]) -> ClosedRange<Int64>? { chains.withLock { $0.value(for: key) } }

    /// A certificate that stood in a chain, read already; it alone says nothing of trust.
    func certificate(der: [UInt8]) -> Certificate? { certificates.withLock { $0.value(for: der) } }

    /// - Parameter path: the certificates of the chain.
    func insert(_ validity: ClosedRange<Int64>, for key: [UInt8], path: [Certificate] = []) {
        chains.withLock { $0.insert(validity, for: key) }
        certificates.withLock { certificates in
            for certificate in path { certificates.insert(certificate, for: certificate.der) }
        }
    }

    /// How many chains are known.
    var count: Int { chains.withLock { $0.count } }
}
