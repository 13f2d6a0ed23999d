import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueTestSupport

@testable import Attestation

@Suite("TPM structures")
struct TPMStructureTests {
    // The specification's test vector for tpm.
    private static let x = hex("41202698c9d9753fb4bb3f27cd09fe6b8afdb76438ee2ae54d7c9dade10d864b")
    private static let y = hex("d8735115cdb330a63ea1d6e43d5000f4bd56f99bce83ee1d73301fc270116d07")
    private static let eccArea = hex("0023 000b 00040000 0000 0010 0010 0003 0010 0020") + x + hex("0020") + y
    private static let name = hex("000b 9c42d8aad5939331b9af3711af179f17123178098c9a7d0ca89fcd1fc800f3c7")
    private static let extraData = hex("277d0e05579dd013215a62273f7f3a3e7e191ead2654a3036d75a5a3ee37a6b0")
    private static let certInfo =
        hex("ff544347 8017 0000 0020") + extraData
        + hex("0000000000000000 11111111 22222222 33 0000000000000000 0022") + name + hex("0000")

    private static let modulus = [0xC1] + [UInt8](repeating: 0x5A, count: 254) + [0x01]
    /// Bound to RSASSA-PKCS1-v1_5 with SHA-256, with a policy, exponent 65537 by default.
    private static let rsaArea =
        hex("0001 000b 00060472 0002 abcd 0010 0014 000b 0800 00000000 0100") + modulus

    @Test("The specification's key area is read")
    func publicArea() throws {
        let area = try TPMPublicArea(decoding: Self.eccArea)
        #expect(
            area
                == TPMPublicArea(
                    nameAlgorithm: .sha256, objectAttributes: 0x0004_0000, authPolicy: [],
                    key: .ecc(scheme: .null, curve: .nistP256, kdf: .null, x: Self.x, y: Self.y)))
        #expect(area.publicKey == .ec(.p256, x: Self.x, y: Self.y))
        #expect(area.name == Self.name)
        #expect(area.encoded == Self.eccArea)
        #expect(TPMPublicArea(.ec(.p256, x: Self.x, y: Self.y), objectAttributes: 0x0004_0000) == area)
    }

    @Test("An RSA area has its scheme, and exponent 0 means 65537")
    func rsaArea() throws {
        let area = try TPMPublicArea(decoding: Self.rsaArea)
        let scheme = TPMScheme(.rsassa, hash: .sha256)
        #expect(area.key == .rsa(scheme: scheme, keyBits: 2048, exponent: 0, modulus: Self.modulus))
        #expect(area.authPolicy == [0xAB, 0xCD])
        #expect(area.publicKey == .rsa(modulus: Self.modulus, exponent: [1, 0, 1]))
        #expect(area.encoded == Self.rsaArea)
        let made = TPMPublicArea(
            .rsa(modulus: Self.modulus, exponent: [1, 0, 1]), scheme: scheme, objectAttributes: 0x0006_0472,
            authPolicy: [0xAB, 0xCD])
        #expect(made == area)
        let three = TPMPublicArea(.rsa(modulus: Self.modulus, exponent: [3]))
        #expect(three?.publicKey == .rsa(modulus: Self.modulus, exponent: [3]))
    }

    @Test("A key signs with the algorithm of its scheme, or with any if it has no scheme")
    func schemes() throws {
        let rsa = try TPMPublicArea(decoding: Self.rsaArea)
        #expect(rsa.allows(.rs256))
        #expect(!rsa.allows(.ps256))
        let ecc = try TPMPublicArea(decoding: Self.eccArea)
        #expect(ecc.allows(.es256))
        let bound = TPMPublicArea(.ec(.p256, x: Self.x, y: Self.y), scheme: TPMScheme(.ecdsa, hash: .sha384))
        #expect(bound?.allows(.es256) == false)
        #expect(TPMScheme(.edDSA) == nil)
    }

    @Test("Coordinates without leading zeros are padded, and longer ones or other curves make no key")
    func coordinates() throws {
        func area(_ curve: TPMCurve, _ x: [UInt8]) -> TPMPublicArea {
            TPMPublicArea(
                nameAlgorithm: .sha256, objectAttributes: 0, authPolicy: [],
                key: .ecc(scheme: .null, curve: curve, kdf: .null, x: x, y: Self.y))
        }
        #expect(area(.nistP256, [7]).publicKey == .ec(.p256, x: [UInt8](repeating: 0, count: 31) + [7], y: Self.y))
        #expect(area(.nistP256, [0] + Self.x).publicKey == nil)
        #expect(area(TPMCurve(rawValue: 0x0010), Self.x).publicKey == nil)
    }

    @Test("A modulus whose length differs from keyBits makes no key")
    func keyBits() throws {
        let key = TPMPublicArea.Key.rsa(scheme: .null, keyBits: 2047, exponent: 0, modulus: Self.modulus)
        let area = TPMPublicArea(nameAlgorithm: .sha256, objectAttributes: 0, authPolicy: [], key: key)
        #expect(area.publicKey == nil)
    }

    @Test("The specification's certInfo is read, whatever byte clockInfo.safe is")
    func attest() throws {
        let attest = try TPMAttest(decoding: Self.certInfo)
        #expect(
            attest
                == TPMAttest(
                    qualifiedSigner: [], extraData: Self.extraData,
                    clockInfo: .init(clock: 0, resetCount: 0x1111_1111, restartCount: 0x2222_2222, safe: 0x33),
                    firmwareVersion: 0, name: Self.name, qualifiedName: []))
        #expect(attest.encoded == Self.certInfo)
    }

    @Test("Truncated structures and trailing bytes are refused")
    func lengths() {
        for area in [Self.eccArea, Self.rsaArea] {
            for count in 0..<area.count {
                #expect(throws: TPMError.self) { try TPMPublicArea(decoding: Array(area[..<count])) }
            }
            #expect(throws: TPMError.trailing(structure: "TPMT_PUBLIC", count: 1)) {
                try TPMPublicArea(decoding: area + [0])
            }
        }
        for count in 0..<Self.certInfo.count {
            #expect(throws: TPMError.self) { try TPMAttest(decoding: Array(Self.certInfo[..<count])) }
        }
        #expect(throws: TPMError.trailing(structure: "TPMS_ATTEST", count: 2)) {
            try TPMAttest(decoding: Self.certInfo + [0, 0])
        }
    }

    @Test("A wrong magic, a wrong type and parameters of keys that cannot sign are refused")
    func refused() {
        func changed(_ bytes: [UInt8], at index: Int, to value: UInt8) -> [UInt8] {
            var bytes = bytes
            bytes[index] = value
            return bytes
        }
        for (index, field) in [(0, "magic"), (3, "magic"), (4, "type"), (5, "type")] {
            let error = #expect(throws: TPMError.self) {
                try TPMAttest(decoding: changed(Self.certInfo, at: index, to: 0x18))
            }
            guard case .invalid(_, field, _) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
        // KEYEDHASH, AES, ECDH, a key derivation function.
        let areas: [(index: Int, value: UInt8, field: String)] = [
            (1, 0x08, "type"), (11, 0x06, "parameters.symmetric"), (13, 0x19, "parameters.scheme"),
            (17, 0x20, "parameters.kdf"),
        ]
        for (index, value, field) in areas {
            let error = #expect(throws: TPMError.self) {
                try TPMPublicArea(decoding: changed(Self.eccArea, at: index, to: value))
            }
            guard case .invalid(_, field, _) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
    }

    @Test("A changed key area is refused, or encoded to the same bytes again")
    func randomChanges() {
        var generator = SplitMix(seed: 8)
        for original in [Self.eccArea, Self.rsaArea] {
            for _ in 0..<2000 {
                var bytes = original
                bytes[Int.random(in: 0..<24, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
                guard let area = try? TPMPublicArea(decoding: bytes) else { continue }
                #expect(area.encoded == bytes)
                _ = area.publicKey
                _ = area.name
            }
        }
        for _ in 0..<2000 {
            var bytes = Self.certInfo
            bytes[Int.random(in: 6..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            guard let attest = try? TPMAttest(decoding: bytes) else { continue }
            #expect(attest.encoded == bytes)
        }
    }

    @Test("A Name requires a known hash function")
    func names() throws {
        var area = try TPMPublicArea(decoding: Self.eccArea)
        area.nameAlgorithm = .sha1
        #expect(area.name?.count == 22)
        area.nameAlgorithm = .null
        #expect(area.name == nil)
    }

    @Test("Registered manufacturers have a name, in either case of their digits")
    func vendors() {
        #expect(TPMVendor(attribute: "id:494E5443")?.name == "Intel")
        #expect(TPMVendor(attribute: "id:49424d00")?.name == "IBM")
        #expect(TPMVendor(attribute: "id:00000000")?.rawValue == 0)
        #expect(TPMVendor(attribute: "id:00000000")?.name == nil)
        #expect(TPMVendor(attribute: "id:FFFFF1D0")?.name == nil)
        #expect(TPMVendor(rawValue: 0x00AB_CDEF).attribute == "id:00ABCDEF")
    }

    @Test(
        "No other text names a manufacturer",
        arguments: [
            "", "id:", "id:494E544", "id:494E54430", "ID:494E5443", "494E5443", "id:+94E5443", "id:-0000000",
            "id:494E544G",
        ])
    func otherVendors(_ text: String) { #expect(TPMVendor(attribute: text) == nil) }
}
