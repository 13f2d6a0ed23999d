import PixAPI
import ToqueEncoding

/// An enrollment's journal.
struct EnrollmentProgress: FlowProgress, Hashable {
    static let flow = "enrollment"

    private(set) var request: EnrollmentRequest
    /// Finds the enrollment if the response with its id was lost.
    private(set) var externalID: String
    /// Id of the enrollment.
    var enrollment: String?
    /// The bank's redirect, until the provider has it.
    var callbackURL: String?
    var isRedirectionComplete = false
    /// The new credential, until the provider has it.
    var confirmation: ConfirmEnrollmentRequest?
    var isConfirmed = false
    var sent: Set<Submission> = []

    init(request: EnrollmentRequest, externalID: String) {
        self.request = request
        self.externalID = externalID
    }

    static let blank = Self(request: .blank, externalID: "")

    mutating func members(_ coder: inout JSONCoder) {
        coder.required("request", &request)
        coder.required("external_id", &externalID)
        coder.optional("enrollment", &enrollment)
        coder.optional("callback_url", &callbackURL)
        coder.required("redirection_complete", &isRedirectionComplete)
        coder.optional("confirmation", &confirmation)
        coder.required("confirmed", &isConfirmed)
        coder.sent(&sent)
    }

    mutating func forget(_ submission: Submission) {
        switch submission {
        case .redirection: callbackURL = nil
        case .confirmation: confirmation = nil
        case .creation, .authorization: break
        }
    }

    mutating func redirectionIsComplete() {
        isRedirectionComplete = true
        callbackURL = nil
    }

    mutating func isTaken() {
        isConfirmed = true
        confirmation = nil
    }
}
