import Testing

@testable import OpenSSHSecurityKeyProvider

@Suite struct ProviderOptionsTests {
}
