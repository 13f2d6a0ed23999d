import PixAPI
import Sandbox
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
