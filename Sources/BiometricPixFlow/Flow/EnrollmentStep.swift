import BiometricPixSDK
import PixAPI
import ToqueEncoding

/// A completed step of an enrollment, stored in the journal.
public enum EnrollmentStep: Sendable {
    /// `POST /enrollments/`, or an earlier enrollment whose response was lost.
    case created(EnrollmentResponse)
    /// The account holder must decide about this enrollment on the bank's page. Pass the URL of the bank's redirect to
    /// `receive(callbackUrl:)`. Until then the flow pauses; resume it later.
    case awaitingAccountHolder(enrollment: String, redirectURL: String)
    /// The provider has the parameters of the bank's redirect.
    case returned(EnrollmentResponse)
    /// The bank's options for the registration.
    case optionsReceived(JSON)
    /// The device created a credential.
    case registered(AttestationResponse)
    /// The provider has the credential.
    case confirmed
    /// The result; check the enrollment's status. Nothing follows.
    case finished(EnrollmentResponse)
}
