/// Pages in a browser for the people who may use control, behind its guards: of the control API itself, and beside the
/// provider's endpoints. Injected, because the engine knows no pages.
public protocol ControlPages: Sendable {
    /// The first segment of all their paths: `ControlPath.index` for the control API's own pages, which are that path
    /// and those below `ControlPath.view`.
    var root: String { get }

    /// The pages and the targets of their forms.
    /// - Parameter control: the API, whose answers the pages show.
    func routes(_ control: ControlCaller) -> [Route]

    /// A refusal as a page.
    /// - Parameter request: without body and tenant: it may be unauthorized.
    func refusal(_ error: SandboxError, of request: SandboxRequest) -> SandboxResponse
}

/// Paths of the control API, as in routes.
public enum ControlPath {
    /// The index, for programs and for people.
    public static let index = ControlAPI.prefix
    /// Below it are pages only.
    public static let view = "\(ControlAPI.prefix)/view"
    /// The form that takes the control token: without it, this page alone is served.
    public static let token = "\(view)/token"
}
