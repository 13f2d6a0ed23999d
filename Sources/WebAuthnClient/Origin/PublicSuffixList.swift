import CLibPSL

/// Mozilla's list of the suffixes under which anybody can register names, from libpsl.
final class PublicSuffixList: Sendable {
    /// The newer one of the machine's list (package publicsuffix) and the one inside of libpsl; nil where neither is
    /// there. It never changes while the process runs.
    static let machine: PublicSuffixList? = psl_latest(nil).map(PublicSuffixList.init)

    /// libpsl's queries only read what was loaded.
    private nonisolated(unsafe) let list: OpaquePointer

    private init(_ list: OpaquePointer) { self.list = list }

    deinit { psl_free(list) }

    /// Whether the list holds the domain, or, with `orUnknown`, the list has never heard of its top-level domain and
    /// it is one itself.
    func isPublicSuffix(_ domain: DomainName, orUnknown: Bool) -> Bool {
        let kinds = PSL_TYPE_ICANN | PSL_TYPE_PRIVATE | (orUnknown ? 0 : PSL_TYPE_NO_STAR_RULE)
        return psl_is_public_suffix2(list, domain.text, kinds) == 1
    }

    /// The domain that somebody has registered under a public suffix: what a site is named by (HTML, "registrable
    /// domain"); nil for a public suffix itself.
    func registrableDomain(of domain: DomainName) -> String? {
        domain.text.withCString { psl_registrable_domain(list, $0).map { String(cString: $0) } }
    }
}
