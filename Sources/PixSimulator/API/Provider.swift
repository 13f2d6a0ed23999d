import PixAPI
import Sandbox
import Synchronization
import ToqueCrypto
import ToqueEncoding

/// What all endpoints share.
struct Provider: Sendable {
    let store: SandboxStore
    let random: any RandomSource
    let bank: Bank
    let enrollments: EnrollmentProcess
    let payments: PaymentProcess
    let address: PublicAddress

    var routes: RouteTable {
        RouteTable(
            institutionRoutes + customerRoutes + bankAccountRoutes + enrollmentRoutes + enrollmentCeremonyRoutes
                + paymentIntentRoutes + approvalRoutes,
            prefixes: ["payments/br"])
    }

    /// The provider's error array.
    static func errorBody(_ error: SandboxError, requestID: String) -> JSON {
        [APIErrorItem(requestID: requestID, code: error.code, message: error.message, field: error.field).json]
    }
}

/// Where the simulator is reached; known once it listens.
final class PublicAddress: Sendable {
    private let value = Mutex("")

    /// Such as `http://127.0.0.1:8420`, without a slash at the end.
    var url: String { value.withLock { $0 } }

    func set(_ url: String) { value.withLock { $0 = url } }
}
