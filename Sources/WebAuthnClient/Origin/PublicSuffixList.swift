import CLibPSL

/// Mozilla's list of the suffixes under which anybody can register names, from libpsl.
final class PublicSuffixList: Sendable {
    /// The newer of the machine's list (package publicsuffix) and libpsl's built-in one; nil if neither exists. It
    /// never changes while the process runs.
    static let machine: PublicSuffixList? = psl_latest(nil).map(PublicSuffixList.init)

    /// libpsl's queries only read the loaded list.
    private nonisolated(unsafe) let list: OpaquePointer

    private init(_ list: OpaquePointer) { self.list = list }

    deinit { psl_free(list) }

    /// True if the list contains the domain or, with `orUnknown`, if the domain is a top-level domain unknown to the
    /// list.
    func isPublicSuffix(_ domain: DomainName, orUnknown: Bool) -> Bool {
        let kinds = PSL_TYPE_ICANN | PSL_TYPE_PRIVATE | (orUnknown ? 0 : PSL_TYPE_NO_STAR_RULE)
        return psl_is_public_suffix2(list, domain.text, kinds) == 1
    }

    /// The registered domain under a public suffix, which identifies a site (HTML, "registrable domain"); nil for a
    /// public suffix itself.
    func registrableDomain(of domain: DomainName) -> String? {
        domain.text.withCString { psl_registrable_domain(list, $0).map { String(cString: $0) } }
    }
}
