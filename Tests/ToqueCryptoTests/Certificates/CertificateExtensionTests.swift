import Testing
import ToqueCrypto

@Suite("Extensions of a certificate") struct CertificateExtensionTests {
    private func certificate(_ extensions: CertificateExtension...) throws -> Certificate {
        try TestAuthority.certificate("leaf", by: "authority") { $0.extensions += extensions }
    }

    private func keyUsage(_ value: [UInt8]) -> CertificateExtension {
        CertificateExtension(identifier: "2.5.29.15", value: value)
    }

    /// certificatePolicies of real certificates.
    private static let unreadable = CertificateExtension(identifier: "2.5.29.32", value: [0x30, 0x01, 0x00])

    @Test("The key usage is read, beside extensions that cannot be")
    func keyUsages() throws {
        #expect(try certificate().keyUsage == nil)
        for usage: KeyUsage in [.digitalSignature, [.digitalSignature, .keyCertSign], .decipherOnly, .encipherOnly] {
            #expect(try certificate(.keyUsage(usage)).keyUsage == usage)
            #expect(try certificate(Self.unreadable, .keyUsage(usage)).keyUsage == usage)
        }
    }

    @Test("A key usage that cannot be read, is there twice or has no bits allows nothing")
    func unclearKeyUsages() throws {
        #expect(try certificate(.keyUsage([])).keyUsage == [])
        #expect(try certificate(keyUsage([0x04, 0x01, 0x80])).keyUsage == [])
        #expect(try certificate(keyUsage([])).keyUsage == [])
        #expect(try certificate(.keyUsage(.digitalSignature), .keyUsage(.keyCertSign)).keyUsage == [])
    }

    /// A subject alternative name with these dNSNames [2].
    private func hosts(_ names: String...) -> CertificateExtension {
        CertificateExtension(
            identifier: "2.5.29.17", value: DER.sequence(of: names.map { DER.implicit(2, Array($0.utf8)) }))
    }

    @Test("A host is a dNSName, or the common name where there is none")
    func hostNames() throws {
        #expect(try certificate(hosts("a.example", "b.example")).isIssued(toHost: "b.example"))
        #expect(try certificate().isIssued(toHost: "leaf"))
        #expect(try !certificate(hosts("a.example")).isIssued(toHost: "leaf"))
        #expect(try !certificate(hosts("*.example")).isIssued(toHost: "a.example"))
        #expect(try !certificate(hosts("a.example.org")).isIssued(toHost: "a.example"))
        #expect(try !certificate(hosts("a.example\0.org")).isIssued(toHost: "a.example"))
        #expect(try !certificate(hosts("a.example")).isIssued(toHost: ""))
    }
}
