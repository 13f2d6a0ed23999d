import BiometricPixSDK
import PixAPI
import ToqueEncoding

extension BiometricPixSDK {
    /// An enrollment in the list of a device's (docs/sdk.md).
    public struct Enrollment: Sendable, Hashable, Identifiable {
        public let id: String
        public let name: String?
        public let status: EnrollmentStatus
        public let createdAt: Timestamp
        /// Nil where the provider lists the institution no more.
        public let institution: Institution?
        /// The same as `id`, as the provider's SDK has both.
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
