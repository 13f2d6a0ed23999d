import Sandbox
import ToqueEncoding

/// The targets of the control bar's forms.
struct ControlBarForms {
    let control: ControlCaller

    /// A form around a file, in bytes.
    private static let formSize = 1 << 16

    var all: [ViewForm] {
        [
            ViewForm("scenario/set", in: .overview) { request in
                try await request.send("PUT", "scenario", body: scenario(request))
                return .back
            },
            ViewForm("scenario/clear", in: .overview) { request in
                try await request.send(
                    "DELETE", "scenario", query: request.field("object").map { [("object", $0)] } ?? [])
                return .back
            },
            ViewForm("clock/freeze", in: .overview) { request in
                try await request.send("POST", "clock", "freeze")
                return .back
            },
            ViewForm("clock/run", in: .overview) { request in
                try await request.send("POST", "clock", "run")
                return .back
            },
            ViewForm("clock/advance", in: .overview) { request in
                try await request.send("POST", "clock", "advance", body: advance(request))
                return .back
            },
            ViewForm("reset", in: .overview) { request in
                try await request.send("POST", "reset")
                // Objects of the page may be gone.
                return .view("")
            },
            ViewForm("load", in: .overview, bodyLimit: ControlCaller.stateSizeLimit + Self.formSize) { request in
                try await request.send("PUT", "state", body: state(request))
                return .view("")
            },
        ]
    }

    private func scenario(_ request: ViewRequest) -> JSON {
        var body: JSONObject = ["scenario": .string(request.field("scenario") ?? "")]
        body["object"] = request.field("object").map(JSON.string)
        return .object(body)
    }

    /// `to`, an instant, or `by`, a time such as `1h30m`.
    private func advance(_ request: ViewRequest) throws(SandboxError) -> JSON {
        if let to = request.field("to") { return ["to": .string(to)] }
        guard let text = request.field("by"), let span = TimeSpan(text) else {
            throw .invalid("by", "Expected \(TimeSpan.expected).")
        }
        return ["seconds": span.json]
    }

    private func state(_ request: ViewRequest) throws(SandboxError) -> JSON {
        guard let text = request.field("file") ?? request.field("state") else {
            throw .invalid("state", "Expected a file of `toque sandbox save`, or its text.")
        }
        do throws(JSONSyntaxError) {
            return try JSON(parsing: Array(text.utf8), limits: .init(size: ControlCaller.stateSizeLimit))
        } catch {
            throw .invalid("state", "The text is no state file: \(error)")
        }
    }
}
