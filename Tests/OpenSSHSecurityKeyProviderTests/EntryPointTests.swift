import COpenSSH
import Testing

@testable import OpenSSHSecurityKeyProvider

/// What a C program can hand in.
@Suite struct EntryPointTests {
    private static let unsupported = ProviderError.Code.unsupported.rawValue

    @Test func theVersionIsTen() {
        #expect(apiVersion() >> 16 == 10)
    }

    /// Calls with an option that has to be known and is not.
    private static func withUnknownOption(_ call: (UnsafePointer<UnsafePointer<sk_option>?>) -> Int32) -> Int32 {
        var (name, value) = ("colour".utf8CString.map(\.self), "red".utf8CString.map(\.self))
        return name.withUnsafeMutableBufferPointer { name in
            value.withUnsafeMutableBufferPointer { value in
                var option = sk_option(name: name.baseAddress, value: value.baseAddress, required: 1)
                return withUnsafePointer(to: &option) { option in call([option, nil]) }
            }
        }
    }

    @Test func aRequiredOptionThatIsNotKnownFailsEachCall() {
        var enrollment: UnsafeMutablePointer<sk_enroll_response>?
        var signature: UnsafeMutablePointer<sk_sign_response>?
        var keys: UnsafeMutablePointer<UnsafeMutablePointer<sk_resident_key>?>?
        var count = 7
        #expect(
            Self.withUnknownOption { enroll(0, nil, 0, "ssh:", 1, nil, $0, &enrollment) } == Self.unsupported)
        #expect(
            Self.withUnknownOption { sign(0, nil, 0, "ssh:", nil, 0, 1, nil, $0, &signature) } == Self.unsupported)
        #expect(Self.withUnknownOption { loadResidentKeys(nil, $0, &keys, &count) } == Self.unsupported)
        #expect(enrollment == nil && signature == nil && keys == nil && count == 0)
    }

    @Test func nothingAtAllIsNoKey() {
        var option = sk_option(name: nil, value: nil, required: 0)
        let code = withUnsafePointer(to: &option) { option in
            let options: [UnsafePointer<sk_option>?] = [option, nil]
            return loadResidentKeys(nil, options, nil, nil)
        }
        // Nobody serves a key for the tests.
        #expect(code == ProviderError.Code.deviceNotFound.rawValue)
    }
}
