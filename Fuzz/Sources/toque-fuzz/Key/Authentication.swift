import CTAP

/// A platform's pinUvAuthParam, over each command's bytes.
enum Authentication {
    static func authenticate(
        _ command: CTAPCommand, with token: IssuedToken, at time: Duration
    ) -> CTAPCommand {
        func authenticate<Request: AuthenticatedRequest>(_ request: Request, _ message: [UInt8]) -> Request {
            var request = request
            request.pinUvAuthParam = token.authenticate(message, at: time)
            request.pinUvAuthProtocol = UInt64(token.version.rawValue)
            return request
        }
        return switch command {
        case .makeCredential(let request): .makeCredential(authenticate(request, request.clientDataHash))
        case .getAssertion(let request): .getAssertion(authenticate(request, request.clientDataHash))
        case .credentialManagement(let request):
            .credentialManagement(authenticate(request, request.authenticatedMessage))
        case .bioEnrollment(let request): .bioEnrollment(authenticate(request, request.authenticatedMessage))
        case .config(let request): .config(authenticate(request, request.authenticatedMessage))
        case .largeBlobs(let request): .largeBlobs(authenticate(request, request.authenticatedMessage))
        default: command
        }
    }
}

private protocol AuthenticatedRequest {
    var pinUvAuthParam: [UInt8]? { get set }
    var pinUvAuthProtocol: UInt64? { get set }
}

extension AuthenticatorMakeCredential: AuthenticatedRequest {}
extension AuthenticatorGetAssertion: AuthenticatedRequest {}
extension AuthenticatorCredentialManagement: AuthenticatedRequest {}
extension AuthenticatorBioEnrollment: AuthenticatedRequest {}
extension AuthenticatorConfig: AuthenticatedRequest {}
extension AuthenticatorLargeBlobs: AuthenticatedRequest {}
