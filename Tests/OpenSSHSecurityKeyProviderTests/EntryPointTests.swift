import COpenSSH
import Testing

@testable import OpenSSHSecurityKeyProvider

/// Inputs that a C program can pass.
@Suite struct EntryPointTests {
    private static let unsupported = OpenSSHError.Code.unsupported.rawValue

    @Test("The provider speaks version 10 of OpenSSH's API")
    func theVersionIsTen() {
        #expect(apiVersion() >> 16 == 10)
    }

    /// Calls with a required option and an empty one.
    private static func with(
        _ name: String, _ value: String, _ call: (UnsafePointer<UnsafePointer<sk_option>?>) -> Int32
    ) -> Int32 {
        var (name, value) = (name.utf8CString.map(\.self), value.utf8CString.map(\.self))
        return name.withUnsafeMutableBufferPointer { name in
            value.withUnsafeMutableBufferPointer { value in
                let options = [
                    sk_option(name: name.baseAddress, value: value.baseAddress, required: 1), sk_option(),
                ]
                return options.withUnsafeBufferPointer { options in
                    call(options.indices.map { options.baseAddress?.advanced(by: $0) } + [nil])
                }
            }
        }
    }

    @Test("An unknown required option fails each call as unsupported")
    func aRequiredOptionThatIsNotKnownFailsEachCall() {
        var enrollment: UnsafeMutablePointer<sk_enroll_response>?
        var signature: UnsafeMutablePointer<sk_sign_response>?
        var keys: UnsafeMutablePointer<UnsafeMutablePointer<sk_resident_key>?>?
        var count = 7
        let codes = [
            Self.with("color", "red") { enroll(0, nil, 0, "ssh:", 1, nil, $0, &enrollment) },
            Self.with("color", "red") { sign(0, nil, 0, "ssh:", nil, 0, 1, nil, $0, &signature) },
            Self.with("color", "red") { loadResidentKeys(nil, $0, &keys, &count) },
        ]
        #expect(codes == [Self.unsupported, Self.unsupported, Self.unsupported])
        #expect(enrollment == nil && signature == nil && keys == nil && count == 0)
    }

    @Test("Calls with null pointers fail with an error code")
    func nullPointersAreNothing() {
        let codes = [
            Self.with("device", "/nowhere") { enroll(0, nil, 9, nil, 0xFF, nil, $0, nil) },
            Self.with("device", "/nowhere") { sign(1, nil, -1, nil, nil, 9, 0, nil, $0, nil) },
            Self.with("device", "/nowhere") { loadResidentKeys(nil, $0, nil, nil) },
        ]
        let code = OpenSSHError.Code.deviceNotFound.rawValue
        #expect(codes == [code, code, code])
    }
}
