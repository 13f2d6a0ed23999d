import Pages
import Sandbox

/// Who acts in an entry of a timeline.
enum ObjectLane: Int, CaseIterable, Sendable {
    case app = 1
    case backend
    case provider
    case bank
    case device

    var label: PageText {
        switch self {
        case .app: .objectsLaneApp
        case .backend: .objectsLaneBackend
        case .provider: .objectsLaneProvider
        case .bank: .objectsLaneBank
        case .device: .objectsLaneDevice
        }
    }
}

/// The lanes of a provider's endpoints and of its events.
struct ObjectLanes: Sendable {
    /// By method and pattern.
    private let endpoints: [String: ObjectLane]
    private let decisions: Set<String>

    init(_ provider: any SandboxProvider) {
        endpoints = Dictionary(
            provider.routes.map { ("\($0.method) /\($0.path)", Self.lane(of: $0.access)) }, uniquingKeysWith: { $1 })
        decisions = Set(provider.actions.map(\.name))
    }

    /// A key is a backend's, and a page that takes none is the bank's.
    private static func lane(of access: Route.Access) -> ObjectLane {
        switch access {
        case .key, .keyOrToken, .provider: .backend
        case .open: .bank
        }
    }

    func lane(of entry: JournalEntry) -> ObjectLane {
        if entry.usedToken { return .app }
        return entry.pattern.flatMap { endpoints["\(entry.method) \($0)"] } ?? .backend
    }

    /// - Parameter event: the event in the state table; nil for a new object.
    func lane(ofEvent event: String?) -> ObjectLane {
        event.map { decisions.contains($0) } ?? false ? .bank : .provider
    }
}
