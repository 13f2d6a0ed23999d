import PixAPI
import ToqueEncoding

/// An enrollment's journal.
struct EnrollmentProgress: FlowProgress, Hashable {
    static let flow = "enrollment"

    let request: EnrollmentRequest
    /// Finds the enrollment where the answer that told its id was lost.
    let externalID: String
    /// Id of the enrollment.
    var enrollment: String?
    /// What the bank sent the person back with, until the provider has it.
    var callbackURL: String?
    var isRedirectionComplete = false
    /// The credential that was made, until the provider has it.
    var confirmation: ConfirmEnrollmentRequest?
    var isConfirmed = false
    var sent: Set<Submission> = []

    init(request: EnrollmentRequest, externalID: String) {
        self.request = request
        self.externalID = externalID
    }

    init(_ reader: JSONReader) throws(JSONMemberError) {
        request = try EnrollmentRequest(reader.member("request"))
        externalID = try reader.member("external_id").string()
        enrollment = try reader.optional("enrollment")?.string()
        callbackURL = try reader.optional("callback_url")?.string()
        isRedirectionComplete = try reader.member("redirection_complete").bool()
        if let reader = try reader.optional("confirmation") { confirmation = try ConfirmEnrollmentRequest(reader) }
        isConfirmed = try reader.member("confirmed").bool()
        sent = try reader.submissions("sent")
    }

    var json: JSON {
        var object: JSONObject = ["request": request.json, "external_id": .string(externalID)]
        object["enrollment"] = enrollment.map(JSON.string)
        object["callback_url"] = callbackURL.map(JSON.string)
        object["redirection_complete"] = .bool(isRedirectionComplete)
        object["confirmation"] = confirmation?.json
        object["confirmed"] = .bool(isConfirmed)
        object["sent"] = .submissions(sent)
        return .object(object)
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
