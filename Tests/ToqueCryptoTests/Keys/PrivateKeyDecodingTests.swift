import Testing
import ToqueCrypto
import ToqueEncoding

@Suite("Private keys from files")
struct PrivateKeyDecodingTests {
    private static let scalar = "fd0543dafd7625df9b77cb9277d9266e1608f5e0944e584b1f623b56a9fc7c44"

    /// One key in both forms, written by the openssl command.
    private static let sec1 = """
        -----BEGIN EC PRIVATE KEY-----
        MHcCAQEEIP0FQ9r9diXfm3fLknfZJm4WCPXglE5YSx9iO1ap/HxEoAoGCCqGSM49
        AwEHoUQDQgAEC+JpnLDqOqT4SEmBcG7pXcyz6sCJt6COJl8FkeonV7dgOgIAEbQn
        u6HVgDZHDogyXVTFz47PH32anM2O92v2VA==
        -----END EC PRIVATE KEY-----
        """
    private static let pkcs8 = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg/QVD2v12Jd+bd8uS
        d9kmbhYI9eCUTlhLH2I7Vqn8fEShRANCAAQL4mmcsOo6pPhISYFwbuldzLPqwIm3
        oI4mXwWR6idXt2A6AgARtCe7odWANkcOiDJdVMXPjs8ffZqczY73a/ZU
        -----END PRIVATE KEY-----
        """

    private func decode(_ text: String) throws(CryptoError) -> KeyPair {
        try KeyPair(decodingEC: SecretBytes(copying: Array(text.utf8)))
    }

    @Test("An EC private key is read from PEM, in SEC 1 or PKCS #8", arguments: [sec1, pkcs8])
    func pem(_ text: String) throws {
        let pair = try decode(text)
        #expect(pair.type == .ec(.p256))
        #expect(pair.secret.withUnsafeBytes { Hex.encode(Array($0)) } == Self.scalar)
        guard case .ec(.p256, let x, _) = pair.publicKey else { throw CryptoError.unsupported("type") }
        #expect(Hex.encode(x) == "0be2699cb0ea3aa4f8484981706ee95dccb3eac089b7a08e265f0591ea2757b7")
    }

    @Test("An EC private key is read from DER, in SEC 1 or PKCS #8", arguments: [sec1, pkcs8])
    func der(_ text: String) throws {
        let base64 = text.split(separator: "\n").filter { !$0.hasPrefix("-") }.joined()
        let url = base64.replacing("+", with: "-").replacing("/", with: "_").filter { $0 != "=" }
        let pair = try KeyPair(decodingEC: SecretBytes(copying: try #require(Base64URL.decode(String(url)))))
        #expect(pair.secret.withUnsafeBytes { Hex.encode(Array($0)) } == Self.scalar)
    }

    @Test("EC private keys on P-384 and secp256k1 are read")
    func otherCurves() throws {
        let pair = try decode(
            """
            -----BEGIN EC PRIVATE KEY-----
            MIGkAgEBBDCXaDYRtGgT1NAdUk2aigpgjCPPUzkaaiSzkXWYCmc+veg44/Hm+u3E
            i7OYsnHm0iqgBwYFK4EEACKhZANiAASU49KDq/k3I8yZaHtdDUGa9t43VoknkwP7
            +gIatFdsU3jNstJLM6wk5+n45bYqk8lN2Slnz4y0gMTUfE+V6oikClUpJ8yIMWGh
            xyvEIoL0vsG7reZTdM+dV6yefBkYfgA=
            -----END EC PRIVATE KEY-----
            """)
        #expect(pair.type == .ec(.p384))
        let secp256k1 = try decode(
            """
            -----BEGIN EC PRIVATE KEY-----
            MHQCAQEEIBQSc27Z+s0tzF8pxv0by+3ZzQWOwXFx33PSO5F76oIBoAcGBSuBBAAK
            oUQDQgAENL08fNnUCJFkwzwP3a2znnFHZbw0vC+VL0OxRZIxa90ZJToBw728dESM
            K2/1MvGHinvCUPhB2z5mFn4ovCUg+A==
            -----END EC PRIVATE KEY-----
            """)
        #expect(secp256k1.type == .ec(.secp256k1))
    }

    static let refused: [(name: String, text: String)] = [
        ("nothing", ""), ("no key", "hello"),
        (
            "PKCS #8 that is encrypted",
            """
            -----BEGIN ENCRYPTED PRIVATE KEY-----
            MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAgiukzdsH0algICCAAw
            DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEPOEo1+nwHW0YdgtX/yGqTIEgZBI
            6NSzq60vECrgxxXK+mqOekKauc+faSlypuhKohS2YOOjtRhv9NG9b8F6gByg/bwT
            bdfJmmVZeDPbAX3PeBT/gEzDbJ9h8QtYlWwtqhgUckOpO0tfTglfNqYEX9lT77ju
            OC5zybcdP47YPGUK3MtmRMMPcb70xXh77TqXC0fHPNtCnjs/hxa2h2jJkuBCO1k=
            -----END ENCRYPTED PRIVATE KEY-----
            """
        ),
        (
            "SEC 1 that is encrypted",
            """
            -----BEGIN EC PRIVATE KEY-----
            Proc-Type: 4,ENCRYPTED
            DEK-Info: AES-128-CBC,9EBCED9B5441E21F8E212AF829DD3A8C

            H3g7F1eP0FH59czy+Nj5SoC44fm+vTMcbcDtOEqhQBcaBQcRD2noleNRHlzzo0g5
            AgXoaYG3Ybm4cy9E5wQQ65VNSpSoAXGl/kgt+rPz8tMjlsuMOolb6SGd7lNVeGiD
            teiw++uhkh2HHMCEPFc85GBCQFF9MCVgfansXAjagcw=
            -----END EC PRIVATE KEY-----
            """
        ),
        (
            "a public key",
            """
            -----BEGIN PUBLIC KEY-----
            MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEC+JpnLDqOqT4SEmBcG7pXcyz6sCJ
            t6COJl8FkeonV7dgOgIAEbQnu6HVgDZHDogyXVTFz47PH32anM2O92v2VA==
            -----END PUBLIC KEY-----
            """
        ),
        (
            "Ed25519",
            """
            -----BEGIN PRIVATE KEY-----
            MC4CAQAwBQYDK2VwBCIEIA22pUTPFZmDFkwP+i2xK20hmKICtqoGZ2b2SOc9n8pK
            -----END PRIVATE KEY-----
            """
        ),
    ]

    @Test("A file without an unencrypted EC private key is refused", arguments: refused)
    func isRefused(_ name: String, _ text: String) {
        #expect(throws: CryptoError.self) { _ = try decode(text) }
    }
}
