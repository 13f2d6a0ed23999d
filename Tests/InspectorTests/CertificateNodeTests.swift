import Attestation
import Testing
import ToqueCrypto
import ToqueEncoding
import ToqueTestSupport

@testable import Inspector

@Suite("Certificates")
struct CertificateNodeTests {
    private static func date(_ text: String) -> InspectionContext { InspectionContext(time: Timestamp(text)) }

    @Test("A certificate shows its fields and extensions with their byte ranges")
    func fieldsWithTheirRanges() throws {
        let der = try Sample.certificate(extension: "1.3.6.1.4.1.45724.1.1.4", [0x04, 0x10] + [UInt8](0..<16))
        let node = InspectionNode(certificate: der, context: Self.date("2026-01-01T00:00:00Z"))
        #expect(node.problem == nil)
        #expect(node.value == "\(der.count) bytes, CN=Invented, C=AA")
        #expect(
            node.children.map(\.label) == [
                "version", "serialNumber", "signature", "issuer", "validity", "subject", "subjectPublicKeyInfo",
                "extensions", "signatureAlgorithm", "signatureValue",
            ])
        #expect(node["version"]?.value == "3")
        #expect(node["serialNumber"]?.value == "0102")
        #expect(node["signature"]?.value == "ecdsa-with-SHA256 (1.2.840.10045.4.3.2)")
        #expect(node["validity"]?.value == "2023-11-14T22:13:20Z to 2027-01-15T08:00:00Z")
        #expect(node["validity"]?.problem == nil)
        #expect(node["subjectPublicKeyInfo"]?["algorithm"]?.value == "id-ecPublicKey P-256")
        // Only the point, without the byte that counts unused bits.
        #expect(node["subjectPublicKeyInfo"]?["subjectPublicKey"]?.value?.hasPrefix("65 bytes: 04") == true)
        let extensions = try #require(node["extensions"])
        #expect(
            extensions.children.map(\.label) == [
                "basicConstraints (2.5.29.19)", "keyUsage (2.5.29.15)",
                "id-fido-gen-ce-aaguid (1.3.6.1.4.1.45724.1.1.4)",
            ])
        #expect(
            extensions.children.map(\.value) == [
                "an authority, critical", "keyCertSign, critical",
                "00010203-0405-0607-0809-0a0b0c0d0e0f",
            ])
        // The fields follow each other without a gap, up to the end.
        let ranges = node.children.compactMap(\.range)
        #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
        #expect(ranges.last?.upperBound == der.count)
    }

    @Test("A certificate shows whether it is valid at the given time")
    func validityAtATime() throws {
        let der = try Sample.certificate(extension: "1.2.3", [0x05, 0x00])
        #expect(
            InspectionNode(certificate: der, context: Self.date("2028-01-01T00:00:00Z"))["validity"]?.problem
                == "expired")
        #expect(
            InspectionNode(certificate: der, context: Self.date("2020-01-01T00:00:00Z"))["validity"]?.problem
                == "not valid yet")
        #expect(InspectionNode(certificate: der)["validity"]?.problem == nil)
    }

    private static func member(_ identifier: String, _ value: [UInt8]) throws -> InspectionNode? {
        let der = try Sample.certificate(extension: identifier, value)
        return InspectionNode(certificate: der)["extensions"]?.children.last
    }

    @Test("A certificate's attestation extensions are decoded")
    func extensionsOfAttestation() throws {
        let nonce = try Self.member("1.2.840.113635.100.8.2", hex("3006a1040402aabb"))
        #expect(nonce?.value == "nonce aabb")
        #expect(try Self.member("1.3.6.1.4.1.45724.2.1.1", hex("03020430"))?.value == "uSB nFC")
        #expect(
            try Self.member("2.5.29.37", hex("300706056781050803"))?.value == "tcg-kp-AIKCertificate (2.23.133.8.3)")
        #expect(try Self.member("2.5.29.14", hex("0402abcd"))?.value == "abcd")
        let unknown = try Self.member("1.2.3.4", hex("30030c0161"))
        #expect(unknown?.label == "1.2.3.4")
        #expect(unknown?["SEQUENCE"]?["UTF8String"]?.value == "a")
        #expect(try Self.member("1.2.3.4", hex("300401"))?.problem != nil)
        #expect(try Self.member("1.2.840.113635.100.8.2", hex("0401aa"))?.problem != nil)
    }

    @Test("A TPM's certificate shows its manufacturer and model")
    func theNamesOfATPM() throws {
        // directoryName { tPMManufacturer id:494E5443, tPMModel SLB }
        let name = hex("302aa428302631243014060567810502010c0b69643a3439344535343433300c060567810502020c03534c42")
        let node = try Self.member("2.5.29.17", name)?["GeneralNames"]?["directoryName"]
        #expect(node?["tPMManufacturer (2.23.133.2.1)"]?.value == "id:494E5443 = Intel")
        #expect(node?["tPMModel (2.23.133.2.2)"]?.value == "SLB")
        let address = try Self.member("2.5.29.17", hex("3006820462616e6b"))?["GeneralNames"]?["dNSName"]
        #expect(address?.value == "bank")
    }

    @Test("An Android key description shows its fields by name")
    func theDescriptionOfAnAndroidKey() throws {
        let member = try Self.member("1.3.6.1.4.1.11129.2.1.17", Sample.keyDescription)
        let node = try #require(member?["KeyDescription"])
        #expect(node["attestationVersion"]?.value == "400")
        #expect(node["attestationSecurityLevel"]?.value == "1 = TrustedEnvironment")
        #expect(node["keyMintSecurityLevel"]?.value == "2 = StrongBox")
        #expect(node["attestationChallenge"]?.value == "4 bytes: 01020304")
        #expect(node["softwareEnforced"]?["creationDateTime (701)"]?.value == "123456")
        #expect(
            node["hardwareEnforced"]?.children.map { "\($0.label): \($0.value ?? "")" } == [
                "purpose (1): 2 = SIGN, 3 = VERIFY", "algorithm (2): 3 = EC", "keySize (3): 256",
                "digest (5): 4 = SHA_2_256", "ecCurve (10): 1 = P_256", "noAuthRequired (503): yes",
                "origin (702): 0 = GENERATED",
            ])
    }

    @Test("Bytes that are not a certificate are shown with a problem")
    func whatIsNoCertificate() {
        let node = InspectionNode(certificate: [0x30, 0x01, 0x02])
        #expect(node.value == "3 bytes: 300102")
        #expect(node.problem?.hasPrefix("not a certificate") == true)
    }

    @Test("Any DER is shown, at most 32 levels deep")
    func derOfAnyKind() {
        let whole = InspectionNode(der: hex("300b0201ff0101ff05000c0161"))
        #expect(whole.problem == nil)
        #expect(whole["SEQUENCE"]?.children.map(\.value) == ["-1", "TRUE", "", "a"])
        let node = InspectionNode(der: hex("30000500300502"))
        #expect(node.problem != nil)
        #expect(node.children.last?.label == "unreadable")
        #expect(InspectionNode(der: hex("0603550403")).children.first?.value == "CN (2.5.4.3)")
        #expect(InspectionNode(der: hex("1e0400460041")).children.first?.value == "FA")
        // Deeper than the stack: the inner lengths cover the following bytes.
        var deep: [UInt8] = [0x05, 0x00]
        for _ in 0..<60 { deep = [0x30, UInt8(deep.count)] + deep }
        var (deepest, depth) = (InspectionNode(der: deep), 0)
        while let child = deepest.children.first { (deepest, depth) = (child, depth + 1) }
        #expect(depth == 33)
        #expect(deepest.problem == "nested deeper than 32")
    }

    @Test("TPM structures show their fields and problems")
    func structuresOfATPM() {
        let area = InspectionNode(tpmPubArea: Sample.pubArea.encoded)
        #expect(area.problem == nil)
        #expect(area["nameAlg"]?.value == "TPM_ALG_SHA256")
        #expect(
            area["objectAttributes"]?.value
                == "0x40472 = fixedTPM fixedParent sensitiveDataOrigin userWithAuth noDA sign")
        #expect(area["parameters.scheme"]?.value == "TPM_ALG_ECDSA with TPM_ALG_SHA256")
        #expect(area["unique.y"]?.range?.upperBound == Sample.pubArea.encoded.count)
        let info = InspectionNode(tpmCertInfo: Sample.certInfo.encoded)
        #expect(info["extraData"]?.value == "2 bytes: 0203")
        #expect(info["clockInfo.safe"]?.problem == "neither NO (0) nor YES (1)")
        #expect(info["attested.qualifiedName"]?.range?.upperBound == Sample.certInfo.encoded.count)
        let cut = InspectionNode(tpmCertInfo: Sample.certInfo.encoded.dropLast())
        #expect(cut.problem?.contains("attested.qualifiedName") == true)
        #expect(InspectionNode(tpmPubArea: [0, 1]).problem != nil)
    }
}
