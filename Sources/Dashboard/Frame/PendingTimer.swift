import Pages
import Sandbox
import ToqueEncoding

/// A pending timer as a sentence: "The decision expires in 4:12". The time counts down in the page, unless the clock is
/// frozen.
struct PendingTimer {
    private let request: ViewRequest
    let kind: String
    let object: String
    /// In RFC 3339.
    let due: String

    /// - Parameter timer: of the control API.
    init(_ timer: JSON, _ request: ViewRequest) {
        self.request = request
        kind = timer["kind"]?.stringValue ?? ""
        object = timer["object"]?.stringValue ?? ""
        due = timer["due"]?.stringValue ?? ""
    }

    /// For the template `timer`.
    var values: [String: Any] {
        // The sandbox's clock is not the browser's: the page gets the time that is left.
        let left = Timestamp(due).map { max(.zero, $0 - request.request.now) } ?? .zero
        let (before, after) = request.texts.sentence(ofTimer: kind) ?? ("\(kind): ", "")
        var values: [String: Any] = [
            "kind": kind, "due": due, "before": before, "left": Shown.left(left), "after": after,
        ]
        if !request.request.engine.isFrozen(request.tenant) { values["seconds"] = "\(left.components.seconds)" }
        return values
    }
}
