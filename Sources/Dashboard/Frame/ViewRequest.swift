import Pages
import Sandbox
import SandboxKit
import ToqueEncoding

/// A request for a view, with everything that it may use.
struct ViewRequest: Sendable {
    let request: SandboxRequest
    let visitor: PageVisitor
    /// The fields of a form; empty for a page.
    let fields: [(name: String, value: String)]
    private let control: ControlCaller

    var texts: PageTexts { .of(visitor.language) }
    /// Times and numbers in the visitor's language.
    var shown: Shown { Shown(visitor.language) }
    var tenant: String { request.tenant }

    /// - Throws: `SandboxError` with status 403 for the form of a page of another site.
    init(_ request: SandboxRequest, _ control: ControlCaller) throws(SandboxError) {
        self.request = request
        self.control = control
        visitor = request.visitor(usual: .english)
        // A page's form with a file, or any other.
        let isMultipart = request.header("Content-Type")?.lowercased().hasPrefix("multipart/form-data") ?? false
        fields = request.method == "POST" ? try isMultipart ? request.multipartForm() : request.form() : []
        if request.method == "POST", request.isForeignForm(fields) {
            throw SandboxError(status: 403, code: "foreign_form", message: texts[.pageForeignForm])
        }
    }

    // MARK: Input

    /// A parameter of the path.
    func parameter(_ name: String) -> String { request.parameter(name) }

    /// A parameter of the query; nil if absent or empty.
    func query(_ name: String) -> String? { request.query(name) }

    /// A field of the form; nil if absent or empty.
    func field(_ name: String) -> String? {
        fields.last { $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0.value }
    }

    // MARK: The control API

    /// - Parameter path: of segments, which are encoded here.
    /// - Throws: `SandboxError`, as a program would get it.
    func get(_ path: String..., query: [(name: String, value: String)] = []) async throws -> JSON {
        try await control.call("GET", Self.joined(path), query: query, for: request)
    }

    /// - Parameter path: of segments, which are encoded here.
    /// - Throws: `SandboxError`, as a program would get it.
    @discardableResult
    func send(
        _ method: String, _ path: String..., query: [(name: String, value: String)] = [], body: JSON? = nil
    ) async throws -> JSON {
        try await control.call(method, Self.joined(path), query: query, body: body, for: request)
    }

    /// A list of the control API about an object, or about all: one of an unknown object is empty here, so that its
    /// page keeps the filter.
    func list(
        _ path: String, of object: String?, query: [(name: String, value: String)]
    ) async throws -> JSON {
        do {
            return try await get(path, query: query)
        } catch let error as SandboxError where object != nil && error.status == 404 && error.field == "object" {
            return .null
        }
    }

    /// A signal after each further request of the tenant.
    var newRequests: AsyncStream<Void> { control.newRequests(for: request) }

    /// A signal after each further event.
    var newEvents: AsyncStream<Void> { control.newEvents(for: request) }

    private static func joined(_ path: [String]) -> String { path.map(FormURLEncoding.encode).joined(separator: "/") }

    // MARK: Links

    /// The URL of a view in the tenant of this request.
    /// - Parameter path: below `ControlPath.view`, such as `objects/7`; empty for the overview.
    func link(_ path: String, query: [(name: String, value: String)] = []) -> String {
        let base = path.isEmpty ? "/\(ControlPath.index)/" : "/\(ControlPath.view)/\(path)"
        let query = query + tenantQuery
        return query.isEmpty ? base : "\(base)?\(FormURLEncoding.encode(query))"
    }

    /// The URL of an object's view.
    func link(toObject id: String) -> String { link("objects/\(FormURLEncoding.encode(id))") }

    /// The tenant, if the page names one.
    var tenantQuery: [(name: String, value: String)] { query("tenant").map { [("tenant", $0)] } ?? [] }

    /// The URL to which the control bar's forms return: this page, or that of the form.
    var here: String {
        guard request.method == "POST" else { return request.target }
        return field("from").flatMap { Self.isOwn($0) ? $0 : nil } ?? link("")
    }

    /// True for a page of the dashboard: not for another site's, nor for text that is no header.
    static func isOwn(_ target: String) -> Bool {
        target.hasPrefix("/\(ControlPath.index)") && target.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    // MARK: Commands

    /// The `toque` command that does the same, for this server and tenant.
    /// - Parameter words: after `toque`, such as `["sandbox", "approve", id]`.
    func command(_ words: String...) -> String { command(words) }

    func command(_ words: [String]) -> String {
        ShownCommand(words, server: request.publicURL, tenant: query("tenant")).text
    }

    /// The `toque` command that does what a form does, for the template `formcommand`.
    /// - Parameters:
    ///   - words: after `toque`.
    ///   - fields: of the form.
    ///   - more: the words after the fields.
    func command(_ words: String..., fields: [ShownCommand.Field], more: [String] = []) -> [String: Any] {
        ShownCommand(words, fields, more: more, server: request.publicURL, tenant: query("tenant")).values
    }
}
