import CeremonyDocuments
import Inspector
import Pages
import Sandbox
import SandboxKit
import ToqueEncoding

/// A box for any bytes or text. The input is neither stored nor journaled, and leaves this machine for nowhere.
struct InspectView: View {
    let path = "inspect"
    let section = ViewSection.inspect

    var forms: [ViewForm] {
        [
            ViewForm(path, in: .inspect, bodyLimit: Self.formLimit) { request in .page(show(request)) }
        ]
    }

    /// Of the input, in bytes.
    static let inputLimit = 256 << 10
    /// A form writes a byte with three characters.
    private static let formLimit = 3 * inputLimit + 4096
    /// A page repeats at most so much of the input.
    private static let echoLimit = 6_000

    func page(_ request: ViewRequest) async throws -> ViewPage { view(request, values: [:]) }

    private func view(_ request: ViewRequest, values: [String: Any], status: Int = 200) -> ViewPage {
        var all: [String: Any] = [
            "action": request.link(path), "input": "", "types": types(nil, request), "byteViews": [], "faults": [],
            "verdictList": [], "moreVerdicts": [], "results": [], "command": ShownCommand.inspection.values,
            "notRepeated": false,
        ]
        all.merge(values) { $1 }
        return ViewPage(
            .inspect, title: request.texts[.dashboardInspect], all, modules: [.hexview], status: status)
    }

    private func types(_ chosen: InspectedType?, _ request: ViewRequest) -> [[String: Any]] {
        [["value": "", "label": request.texts[.inspectDetect], "chosen": chosen == nil]]
            + InspectedType.allCases.map { ["value": $0.rawValue, "label": $0.rawValue, "chosen": $0 == chosen] }
    }

    private func show(_ request: ViewRequest) -> ViewPage {
        let text = request.field("data") ?? ""
        let type = request.field("as").flatMap(InspectedType.init)
        var values: [String: Any] = ["types": types(type, request)]
        let isEchoed = text.utf8.count <= Self.echoLimit
        values["input"] = isEchoed ? text : ""
        values["notRepeated"] = !isEchoed
        guard text.utf8.count <= Self.inputLimit else {
            values["faults"] = [
                ["fault": request.texts[.inspectTooLong, ["limit": "\(Self.inputLimit >> 10)"]], "english": false]
            ]
            return view(request, values: values, status: 413)
        }
        let bytes = Array(text.utf8)
        do throws(InspectionError) {
            let inspection = try Inspection(bytes, as: type, context: InspectionContext(time: .now()))
            values["results"] = [["headline": inspection.headline]]
            var views = ByteViews()
            views.add(ByteFields(inspection.node, id: "i", title: inspection.type.name, bytes: bytes))
            let verdicts = verdicts(bytes)
            values["byteViews"] = views.values(
                request.shown.format, budget: verdicts.isEmpty ? ByteViews.budget : ByteViews.budget / 2
            ) {
                _, _ in nil
            }
            add(verdicts, to: &values, request)
        } catch {
            values["faults"] = [["fault": "\(error)", "english": true]]
            // A private key is not repeated either.
            if error == .privateKey { values["input"] = "" }
            return view(request, values: values, status: 422)
        }
        return view(request, values: values)
    }

    /// A page shows at most so many verdicts, and all checks of so many.
    private static let (verdictLimit, wholeVerdictLimit) = (10, 2)

    private func add(_ verdicts: [JSON], to values: inout [String: Any], _ request: ViewRequest) {
        let shown = verdicts.prefix(Self.verdictLimit)
        values["verdictList"] = shown.enumerated().map { index, verdict in
            VerdictValues(verdict, request.texts).values(
                heading: verdict["id"]?.stringValue ?? "–", isShort: index >= Self.wholeVerdictLimit)
        }
        let rest = verdicts.count - shown.count
        if rest > 0 {
            values["moreVerdicts"] = [
                ["text": request.texts[.inspectMoreVerdicts, ["count": request.shown.count(rest)]]]
            ]
        }
    }

    /// The verdicts of `toque verify` on a text of ceremonies; none for other texts.
    private func verdicts(_ bytes: [UInt8]) -> [JSON] {
        guard Self.mayHoldCeremonies(bytes) else { return [] }
        var chunks: [[UInt8]] = [bytes]
        var reader = CeremonyReader { chunks.popLast() ?? [] }
        var verdicts: [JSON] = []
        while let next = try? reader.next({ $0.json }) { verdicts += next }
        return verdicts
    }

    /// True for JSON, or a line of it, with the two members that every ceremony has.
    private static func mayHoldCeremonies(_ bytes: [UInt8]) -> Bool {
        func holds(_ json: JSON) -> Bool {
            if json["options"] != nil || json["kind"] != nil, json["response"] != nil { return true }
            return (json.arrayValue ?? json["ceremonies"]?.arrayValue ?? []).contains { $0["response"] != nil }
        }
        if let json = try? JSON(parsing: bytes) { return holds(json) }
        return bytes.split(separator: UInt8(ascii: "\n")).contains { line in
            (try? JSON(parsing: Array(line))).map(holds) ?? false
        }
    }
}

extension ShownCommand {
    /// It asks no sandbox.
    fileprivate static let inspection = ShownCommand(
        ["inspect", "-"], [Field("as", option: "--as", placeholder: "TYPE", isRequired: false)])
}
