import CTAP
import ToqueCrypto

/// pinUvAuthParam of a platform, over what each command says.
enum Authentication {
    static func authenticate(_ command: CTAPCommand, with token: IssuedToken) -> CTAPCommand {
        let version = UInt64(token.version.rawValue)
        switch command {
        case .makeCredential(var request):
            request.pinUvAuthParam = token.authenticate(request.clientDataHash)
            request.pinUvAuthProtocol = version
            return .makeCredential(request)
        case .getAssertion(var request):
            request.pinUvAuthParam = token.authenticate(request.clientDataHash)
            request.pinUvAuthProtocol = version
            return .getAssertion(request)
        case .credentialManagement(var request):
            request.pinUvAuthParam = token.authenticate(
                [UInt8(truncatingIfNeeded: request.subCommand)] + (request.encodedParameters ?? []))
            request.pinUvAuthProtocol = version
            return .credentialManagement(request)
        case .bioEnrollment(var request):
            request.pinUvAuthParam = token.authenticate(
                [UInt8(truncatingIfNeeded: request.modality ?? 0), UInt8(truncatingIfNeeded: request.subCommand ?? 0)]
                    + (request.encodedParameters ?? []))
            request.pinUvAuthProtocol = version
            return .bioEnrollment(request)
        case .config(var request):
            request.pinUvAuthParam = token.authenticate(request.authenticatedMessage)
            request.pinUvAuthProtocol = version
            return .config(request)
        case .largeBlobs(var request):
            let offset = request.offset ?? 0
            request.pinUvAuthParam = token.authenticate(
                [UInt8](repeating: 0xFF, count: 32) + [0x0C, 0x00]
                    + (0..<4).map { UInt8(truncatingIfNeeded: offset >> (8 * $0)) } + Digest.sha256(request.set ?? []))
            request.pinUvAuthProtocol = version
            return .largeBlobs(request)
        default: return command
        }
    }
}
