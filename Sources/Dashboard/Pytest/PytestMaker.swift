import Sandbox
import ToqueEncoding

/// Writes an object's history as a test.
struct PytestMaker {
    /// The whole file.
    private(set) var text = ""
    /// Texts about parts that the test lacks.
    private(set) var gaps: [String] = []

    private let history: ObjectHistory
    private let guide: TestGuide
    private let members: WebhookMembers
    private var python = PythonText()
    private var variables: [String: String] = [:]
    private var lines: [String] = []
    private var now: Timestamp?
    private var scenario: String?
    private var refuses = false

    /// Time that results take, in seconds.
    private static let patience = 10

    /// - Parameters:
    ///   - triggers: the provider's.
    ///   - deliveries: of the object, oldest first.
    init?(_ history: ObjectHistory, _ guide: ProviderGuide, triggers: [ControlVerb], deliveries: [Delivery]) {
        guard let testing = guide.testing, let life = history.lives.last, let last = life.last else { return nil }
        self.history = history
        self.guide = testing
        members = guide.webhook
        for (variable, value) in guide.environment { python.expressions[value] = testing.seeds[variable] }
        if let replay = testing.replay {
            guard let test = TriggeredTest(life, replay, triggers: triggers) else { return nil }
            lines = test.lines
        } else if life.isComplete {
            play(until: last.time)
        } else {
            trigger(life, last)
        }
        let webhooks = webhooks(deliveries)
        expect(life, last)
        if let webhooks { lines += webhooks }
        text = file(life, last, hasReceiver: webhooks != nil)
    }

    // MARK: The steps

    private enum Item {
        case call(ObjectHistory.Call)
        case act(SandboxEvent, line: String)

        var time: Timestamp {
            switch self {
            case .call(let call): call.entry.time
            case .act(let event, _): event.time
            }
        }
        var start: Timestamp {
            switch self {
            case .call(let call): call.entry.time + (.zero - call.entry.duration)
            case .act(let event, _): event.time
            }
        }
        var isCall: Bool { if case .call = self { true } else { false } }
    }

    private mutating func play(until end: Timestamp) {
        for life in history.lives where !life.isComplete {
            guard let substitute = life.subject.substitute else { continue }
            let variable = name(life.subject.variable)
            lines.append("\(variable) = \(substitute)")
            python.expressions[life.id] = variable
        }
        let acts = history.lives.filter(\.isComplete).flatMap { life in
            life.events.compactMap { event in act(event, of: life).map { Item.act(event, line: $0) } }
        }
        let items = (history.calls.map(Item.call) + acts).sorted {
            ($0.time, $0.isCall ? 1 : 0) < ($1.time, $1.isCall ? 1 : 0)
        }
        for item in items where item.start <= end {
            wait(until: item.start)
            switch item {
            case .call(let call): write(call)
            case .act(let event, let line):
                lines.append(line.replacing("{object}", with: variables[event.object] ?? "payment"))
            }
            now = item.time
        }
        wait(until: end + .microseconds(1))
    }

    /// What a person did before an event.
    private func act(_ event: SandboxEvent, of life: ObjectHistory.Life) -> String? {
        guard let name = event.data["event"]?.stringValue else { return nil }
        let isUsual = life.scenario.map { $0.name == "success" } ?? true
        guard let line = guide.acts[name] ?? (isUsual ? guide.decisions[name] : nil) else { return nil }
        let reason = event.data["reason"]?.stringValue ?? ""
        // A state file may have any text there, which must not become code.
        guard Self.isName(reason) else { return nil }
        let error = history.error(at: event.time) ?? "access_denied"
        return line.replacing("{reason}", with: reason).replacing(
            "{error}", with: Self.isName(error) ? error : "access_denied")
    }

    private static func isName(_ text: String) -> Bool {
        text.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "_") }
    }

    /// Moves the clock if something happened by itself meanwhile, or if a long time passed.
    private mutating func wait(until time: Timestamp) {
        guard let now, time > now else { return }
        let seconds = Int((time - now).components.seconds)
        let isAwaited = history.lives.contains { life in life.events.contains { $0.time > now && $0.time < time } }
        guard isAwaited || seconds >= 60 else { return }
        lines.append("toque_clock.advance(seconds=\(isAwaited ? max(Self.patience, seconds + 1) : seconds))")
    }

    private mutating func write(_ call: ObjectHistory.Call) {
        let (entry, step) = (call.entry, call.step)
        let target = python.path(entry.path + (entry.query.isEmpty ? "" : "?\(entry.query)"))
        let life = history.lives.first { $0.id == call.object }
        let isNew = step.variable == life?.subject.variable && entry.status == 201
        if isNew, let life { set(life.scenario) }
        guard let body = body(of: call, life) else {
            gaps.append("\(entry.method) \(entry.path)")
            lines.append("# \(entry.method) \(Self.comment(entry.path)): the journal has not kept what it sent")
            return
        }
        let request =
            "toque_sandbox.api(\(PythonText.string(entry.method)), \(target)\(body.isEmpty ? "" : ", \(body)"))"
        guard entry.status < 400 else {
            refuses = true
            lines.append("with pytest.raises(ControlRefused) as refusal:")
            lines.append("    " + request.replacing("\n", with: "\n    "))
            lines.append("assert refusal.value.status == \(entry.status)")
            return
        }
        guard let kind = step.variable else {
            lines.append(request)
            return
        }
        let known = call.object.flatMap { variables[$0] }
        let variable = kind == "options" ? kind : known ?? name(kind)
        lines.append("\(variable) = \(request)")
        if let object = call.object, kind != "options" {
            variables[object] = variable
            python.expressions[object] = "\(variable)[\"id\"]"
        }
    }

    /// - Returns: empty without a body; nil if it is not known.
    private func body(of call: ObjectHistory.Call, _ life: ObjectHistory.Life?) -> String? {
        let (entry, step) = (call.entry, call.step)
        let isCeremonyWrong =
            life?.last?.data["reason"]?.stringValue == guide.ceremonyReason
            && life?.scenario?.name == "success"
        if let body = step.body, entry.status < 400, !isCeremonyWrong || body.hasPrefix("approval") {
            return body.replacing("{object}", with: call.object.flatMap { variables[$0] } ?? "payment")
        }
        guard entry.request.bodyState == .whole else { return nil }
        if entry.request.body.isEmpty { return "" }
        guard let json = try? JSON(parsing: entry.request.body) else { return nil }
        let text = python.literal(json, members: step.members, indent: 0)
        return text.contains("\"***\"") ? nil : text
    }

    private mutating func set(_ choice: (name: String, source: String)?) {
        let chosen = choice.flatMap { choice in
            // The others follow from the request itself, such as from an amount.
            choice.name != "success" && ["control", "header", "default"].contains(choice.source) ? choice.name : nil
        }
        guard chosen != scenario else { return }
        lines.append(chosen.map { "toque_scenario(\(PythonText.string($0)))" } ?? "toque_scenario.reset()")
        scenario = chosen
    }

    private func name(_ variable: String) -> String {
        let used = Set(variables.values).union(python.expressions.values)
        guard used.contains(variable) else { return variable }
        var number = 2
        while used.contains("\(variable)_\(number)") { number += 1 }
        return "\(variable)_\(number)"
    }

    // MARK: Without requests

    private mutating func trigger(_ life: ObjectHistory.Life, _ last: SandboxEvent) {
        let variable = life.subject.variable
        let status = last.data["status"]?.stringValue?.lowercased() ?? "succeeded"
        var arguments = PythonText.string("\(variable).\(status)")
        if let reason = last.data["reason"]?.stringValue { arguments += ", reason=\(PythonText.string(reason))" }
        lines.append("# The journal has no request that made it: this makes one with the same history.")
        lines.append("\(variable) = toque_sandbox.trigger(\(arguments))")
        variables[life.id] = variable
    }

    // MARK: The end

    private mutating func expect(_ life: ObjectHistory.Life, _ last: SandboxEvent) {
        let variable = variables[life.id] ?? life.subject.variable
        let path = life.subject.path?.replacing("{id}", with: "{\(variable)['id']}")
        let end = life.events.last { $0.data["status"]?.stringValue != nil } ?? last
        let status = PythonText.string(end.data["status"]?.stringValue ?? "")
        let reason = end.data["reason"]?.stringValue.map(PythonText.string) ?? "None"
        lines += [
            "",
            path.map { "\(variable) = toque_sandbox.api(\"GET\", f\"\($0)\")" } ?? TriggeredTest.showing(variable),
            "assert (\(variable)[\"status\"], \(variable)[\"\(life.subject.reason)\"]) == (\(status), \(reason))",
        ]
    }

    /// - Returns: nil if nobody got webhooks.
    private func webhooks(_ deliveries: [Delivery]) -> [String]? {
        var seen: Set<String> = []
        let webhooks = deliveries.filter { seen.insert($0.webhook).inserted }
        let paths = [members.type, members.status].compactMap { $0 }
        guard !webhooks.isEmpty, !paths.isEmpty, let life = history.lives.last else { return nil }
        // The triggered history may be shorter; its end is the same.
        let isEnd = guide.replay != nil
        func part(_ path: String) -> String {
            path.split(separator: ".").map { ".get(\(PythonText.string(String($0))))" }.joined()
        }
        let variable = variables[life.id] ?? life.subject.variable
        func tuple(_ words: [String]) -> String { "(\(words.joined(separator: ", "))\(words.count == 1 ? "," : ""))" }
        let expected: String = webhooks.suffix(isEnd ? 1 : webhooks.count).map { delivery -> String in
            let words = paths.map { delivery.body.member(at: $0)?.stringValue.map(PythonText.string) ?? "None" }
            return "    \(tuple(words)),\n"
        }.joined()
        return [
            "",
            "deliveries = toque_sandbox.webhooks.deliveries(object=\(variable)[\"id\"])",
            "bodies = {each.data[\"webhook\"]: each.data[\"body\"] for each in deliveries}.values()",
            "assert [\(tuple(paths.map { "body\(part($0))" })) for body in bodies]\(isEnd ? "[-1:]" : "") == [\n\(expected)]",
        ]
    }

    // MARK: The file

    private func file(_ life: ObjectHistory.Life, _ last: SandboxEvent, hasReceiver: Bool) -> String {
        let words = [last.type.replacing(".", with: "_"), last.data["reason"]?.stringValue].compactMap { $0 }
        let name = words.joined(separator: "_").utf8.map { byte in
            let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            return isLetter || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                ? Character(Unicode.Scalar(byte)) : "_"
        }
        let fixtures =
            ["toque_sandbox", "toque_device", "toque_clock", "toque_scenario"].filter { fixture in
                lines.contains { $0.contains(fixture) }
            } + (hasReceiver ? ["receiver"] : [])
        var imports =
            hasReceiver ? "import threading\nfrom http.server import BaseHTTPRequestHandler, HTTPServer\n\n" : ""
        if hasReceiver || refuses { imports += "import pytest\n" }
        if refuses { imports += "from toque_testing import ControlRefused\n" }
        let body = lines.map { line in
            line.isEmpty
                ? ""
                : "    " + line.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n    ")
        }
        return (imports.isEmpty ? "" : "\(imports)\n\n") + (hasReceiver ? "\(Self.receiver)\n\n" : "")
            + "def test_\(String(name))(\(fixtures.joined(separator: ", "))):\n\(body.joined(separator: "\n"))\n"
    }

    /// Only what is visible ASCII, on one line.
    private static func comment(_ text: String) -> String {
        String(text.unicodeScalars.map { (0x20..<0x7F).contains($0.value) ? Character($0) : "?" })
    }

    private static let receiver = """
        class Receiver(BaseHTTPRequestHandler):
            def do_POST(self):
                self.rfile.read(int(self.headers["Content-Length"]))
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_):
                pass


        @pytest.fixture
        def receiver(toque_sandbox):
            \"\"\"Takes the webhooks. Your backend can take its place.\"\"\"
            with HTTPServer(("127.0.0.1", 0), Receiver) as server:
                threading.Thread(target=server.serve_forever).start()
                with toque_sandbox.webhooks.add(f"http://127.0.0.1:{server.server_port}/"):
                    yield server
                server.shutdown()

        """
}
