/// What one-time values stand for.
enum Purpose {
    static let approval = "approval"
    static let state = "state"
    static let code = "code"
    static let accessToken = "access_token"
}
