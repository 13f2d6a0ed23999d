import CLibCrypto

extension Certificate {
    /// Whether it is a server's of that name (RFC 6125 section 6.4): one of its dNSNames, or the common name where it
    /// has none. Wildcards do not count.
    /// - Parameter host: in ASCII, no address.
    public func isIssued(toHost host: String) -> Bool {
        // 1: it matches.
        X509_check_host(pointer, host, host.utf8.count, UInt32(X509_CHECK_FLAG_NO_WILDCARDS), nil) == 1
    }
}
