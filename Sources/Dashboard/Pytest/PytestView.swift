import Pages
import Sandbox
import ToqueEncoding

/// What was done by hand as a test with the fixtures of `toque-testing`.
struct PytestView: View {
    let path = "pytest"
    let section = ViewSection.pytest

    private static let file = "test_history.py"
    /// The maximum number of an object's deliveries.
    private static let maximumDeliveries = 500
    private static let recent = 20

    func page(_ request: ViewRequest) async throws -> ViewPage {
        let provider = request.request.engine.provider
        let guide = provider.guide
        var values: [String: Any] = ["action": request.link(path)]
        values["tenantQuery"] = request.tenantValues
        values["object"] = request.query("object")
        guard let testing = guide.testing else {
            values["unsupported"] = true
            return page(values, request)
        }
        guard let object = request.query("object") else {
            values["recent"] = ["list": try await recent(testing, request)]
            return page(values, request)
        }
        let entries = try await request.request.engine.journal.newest(tenant: request.request.tenant, limit: .max)
        let maker = try await request.request.read { transaction -> PytestMaker? in
            guard let history = try ObjectHistory(of: object, testing, entries.reversed(), transaction) else {
                return nil
            }
            let deliveries = try transaction.deliveries(limit: Self.maximumDeliveries, object: object)
            return PytestMaker(history, guide, triggers: provider.triggers, deliveries: deliveries)
        }
        guard let maker else { throw SandboxError.notFound(request.texts[.pytestUnknown]) }
        values["test"] = [
            "text": maker.text, "file": Self.file, "object": object, "url": request.link(toObject: object),
            "run": testing.replay == nil
                ? "pytest \(Self.file)" : "pytest -o toque_options=\"--provider \(provider.name)\" \(Self.file)",
            "notes": maker.gaps.isEmpty ? [] : [request.texts[.pytestGaps]],
        ]
        return page(values, request)
    }

    private func page(_ values: [String: Any], _ request: ViewRequest) -> ViewPage {
        ViewPage(.pytest, title: request.texts[.pytestTitle], values)
    }

    /// The objects of the latest events.
    private func recent(_ guide: TestGuide, _ request: ViewRequest) async throws -> [[String: Any]] {
        let events = try await request.request.read { try $0.newestEvents(limit: 500) }.entries
        let kinds = Set(guide.subjects.map(\.kind))
        var seen: Set<String> = []
        return events.filter { kinds.contains($0.kind) && seen.insert($0.object).inserted }.prefix(Self.recent).map {
            [
                "id": $0.object, "kind": $0.kind, "time": request.shown.time($0.time),
                "url": request.link(path, query: [("object", $0.object)]),
            ]
        }
    }
}
