import BiometricPixSDK
import PixAPI
import ToqueEncoding

/// A step of an enrollment that is done, and in the journal.
public enum EnrollmentStep: Sendable {
    /// `POST /enrollments/`, or the enrollment of an earlier one whose answer was lost.
    case created(EnrollmentResponse)
    /// The account holder is to decide on the bank's page for the enrollment of this id. With what the bank sends them
    /// back to the app goes to `receive(callbackUrl:)`; without it the flow ends here for now, and is resumed when it
    /// has come.
    case awaitingAccountHolder(enrollment: String, redirectURL: String)
    /// The provider knows with what the bank sent the person back.
    case returned(EnrollmentResponse)
    /// The bank's options for the registration.
    case optionsReceived(JSON)
    /// The device made a credential.
    case registered(AttestationResponse)
    /// The provider has the credential.
    case confirmed
    /// The result, whichever it is: the enrollment's status tells. Nothing follows.
    case finished(EnrollmentResponse)
}
