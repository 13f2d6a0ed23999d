import ToqueEncoding

/// A request of the user's own backend, with what its answer brings.
public struct BackendRoute: Sendable, Hashable {
    public var method = "POST"
    /// With places such as `{device}`, which stay in the step's name.
    public var path: String
    /// Stands for the path in the step's name.
    public var label: String?
    public var headers: [String: String] = [:]
    /// With places in its texts; nil for none.
    public var body: JSON?
    /// True to send the body's members as a form.
    public var isForm = false
    public var expect: [Int] = [200, 201, 204]
    /// Where the answer has the options of a ceremony (RFC 6901).
    public var options = JSONPointer()
    /// What later requests need of the answer, by the name of its place.
    public var keep: [String: JSONPointer] = [:]

    /// The statuses of a refusal.
    static let refusals = Array(400...499)

    init(path: String) { self.path = path }

    /// The step's name in the statistics.
    var name: String { "\(method) \(label ?? path)" }
}

/// The backend's routes.
public struct RouteMap: Sendable, Hashable {
    /// Where a session begins; nil if none is needed.
    public var session: BackendRoute?
    public var registrationOptions: BackendRoute
    public var registration: BackendRoute
    public var signOptions: BackendRoute
    public var sign: BackendRoute

    /// The names of the routes in the file.
    static let names = ["session", "registration-options", "registration", "sign-options", "sign"]
}

/// A JSON pointer (RFC 6901).
public struct JSONPointer: Sendable, Hashable {
    private var names: [String] = []

    /// The whole document.
    init() {}

    /// nil for text that is no pointer.
    init?(_ text: String) {
        guard text.isEmpty || text.hasPrefix("/") else { return nil }
        for name in text.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init) {
            // A tilde stands only before 0 and 1 (section 3).
            guard !name.replacing("~0", with: "").replacing("~1", with: "").contains("~") else { return nil }
            names.append(name.replacing("~1", with: "/").replacing("~0", with: "~"))
        }
    }

    func value(in json: JSON) -> JSON? {
        names.reduce(Optional(json)) { value, name in
            switch value {
            case .object(let object): object[name]
            case .array(let elements): Int(name).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
            case .null, .bool, .number, .string, nil: nil
            }
        }
    }

    var text: String {
        names.map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined()
    }
}
