import BiometricPixSDK
import PixAPI
import ToqueEncoding

extension BiometricPixSDK {
    /// An enrollment in a device's list (docs/sdk.md).
    public struct Enrollment: Sendable, Hashable, Identifiable {
        public let id: String
        public let name: String?
        public let status: EnrollmentStatus
        public let createdAt: Timestamp
        /// nil if the provider no longer lists the institution.
        public let institution: Institution?
        /// Equal to `id`; the provider's SDK has both.
        public var enrollmentId: String { id }

        init(_ response: EnrollmentResponse, institution: Institution?) {
            id = response.id
            name = response.details.name
            status = response.status
            createdAt = response.createdAt
            self.institution = institution
        }
    }
}
