import CTAP
import ToqueCrypto

extension Device {
    /// A command that writes one fragment.
    static func fragment(
        _ bytes: [UInt8], at offset: UInt64 = 0, length: Int? = nil, token: Token? = nil
    ) -> AuthenticatorLargeBlobs {
        let message =
            [UInt8](repeating: 0xFF, count: 32) + [0x0C, 0x00]
            + (0..<4).map { UInt8(truncatingIfNeeded: offset >> (8 * $0)) } + Digest.sha256(bytes)
        return AuthenticatorLargeBlobs(
            set: bytes, offset: offset, length: length.map(UInt64.init), pinUvAuthParam: token?.authenticate(message),
            pinUvAuthProtocol: token?.protocolNumber)
    }

    func writeLargeBlobs(_ command: AuthenticatorLargeBlobs) async throws { _ = try await send(.largeBlobs(command)) }

    /// Writes a whole array in fragments of a given size.
    func writeLargeBlobs(_ array: [UInt8], fragmentSize: Int = 960, token: Token? = nil) async throws {
        for offset in stride(from: 0, to: array.count, by: fragmentSize) {
            try await writeLargeBlobs(
                Self.fragment(
                    Array(array[offset...].prefix(fragmentSize)), at: UInt64(offset),
                    length: offset == 0 ? array.count : nil, token: token))
        }
    }

    func readLargeBlobs(_ count: UInt64 = 7545, from offset: UInt64 = 0) async throws -> [UInt8] {
        let answer = try await send(.largeBlobs(.init(get: count, offset: offset)))
        guard case .largeBlobs(let response) = answer else { throw UnexpectedResponse() }
        return response.fragment
    }
}
