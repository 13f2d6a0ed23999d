import Inspector
import Pages
import Testing
import ToqueEncoding

@testable import Dashboard

@Suite("A value byte by byte")
struct ByteViewTests {
    private static func views(_ bytes: [UInt8], budget: Int = ByteViews.budget) throws -> [[String: Any]] {
        var views = ByteViews()
        views.add(ByteFields(try Inspection(bytes).node, id: "i", title: "title", bytes: bytes))
        return views.values(PageFormat(.english), budget: budget) { "?value=\($0)&from=\($1)" }
    }

    /// The digits of a view, and the parts that they lead to.
    private static func digits(_ view: [String: Any]) -> (text: String, targets: Set<String>, elements: [String]) {
        var (text, targets, elements) = ([String](), Set<String>(), [String]())
        for token in view["tokens"] as? [[String: Any]] ?? [] {
            let token = token["token"] as? [String: Any] ?? [:]
            for opened in token["opens"] as? [[String: Any]] ?? [] {
                elements.append(opened["opened"] as? String ?? "")
            }
            for link in token["links"] as? [[String: Any]] ?? [] {
                text.append(link["digits"] as? String ?? "")
                targets.insert(link["target"] as? String ?? "")
                if link["whole"] as? Bool == true { elements.append(link["target"] as? String ?? "") }
            }
            for plain in token["plain"] as? [[String: Any]] ?? [] { text.append(plain["digits"] as? String ?? "") }
        }
        return (text.joined(separator: " "), targets, elements)
    }

    @Test("Every byte of a ceremony is shown once, in its order, and links join both sides")
    func vectors() throws {
        for document in try VectorCeremonies.load("formats", "faults-windows-es256-packed", "profiles") {
            var ids: Set<String> = []
            let views = CeremonyParts(document).views(.of(.english))
            for view in views.views {
                let values = view.values(.init(length: .max), PageFormat(.english)) { _ in nil }
                let (text, targets, elements) = Self.digits(values)
                #expect(text == view.bytes.map { Hex.encode([$0]) }.joined(separator: " "))
                let rows = values["fields"] as? [[String: Any]] ?? []
                let shown = rows.compactMap { $0["fieldID"] as? String }
                #expect(rows.count == view.root?.all.count)
                #expect(targets.isSubset(of: shown))
                let linked = rows.filter { $0["linked"] as? Bool == true }.compactMap { $0["fieldID"] as? String }
                #expect(Set(linked) == Set(elements), "\(view.title)")
                #expect(elements.count == Set(elements).count)
                #expect(ids.isDisjoint(with: shown))
                ids.formUnion(shown)
            }
            #expect(views.views.count >= 2)
        }
    }

    @Test("A long value is shown in pages, and no byte and no part is lost")
    func pages() throws {
        let entries = (0..<300).map { index in
            (JSON.string("key \(index)"), JSON.string(String(repeating: "é<", count: index)))
        }
        let bytes = JSON.array(entries.map { .array([$0.0, $0.1]) }).utf8
        let node = try Inspection(bytes).node
        let view = try #require(ByteFields(node, id: "i", title: "", bytes: bytes).views.first)
        var (start, pages, seen, text) = (0, 0, Set<String>(), [String]())
        while pages < 1000 {
            pages += 1
            var next: Int?
            let values = view.values(.init(start: start, budget: 12_000), PageFormat(.english)) {
                next = $0
                return "url"
            }
            for row in values["fields"] as? [[String: Any]] ?? [] { seen.insert(row["fieldID"] as? String ?? "") }
            let (digits, _, _) = Self.digits(values)
            guard let end = next else {
                text.append(digits)
                break
            }
            #expect(end > start)
            // A page may show bytes of the next one without their parts.
            text.append(digits.split(separator: " ").prefix(end - start).joined(separator: " "))
            start = end
        }
        #expect(pages > 5)
        #expect(text.joined(separator: " ") == bytes.map { Hex.encode([$0]) }.joined(separator: " "))
        #expect(seen == Set(view.root?.all.map(\.id) ?? []))
    }

    /// The page's own HTML, without the frame around it.
    private static func html(_ views: [[String: Any]]) -> String {
        HTMLPage(
            .inspect, title: "title",
            ["byteViews": views, "verdictList": [String](), "types": [String](), "moreVerdicts": [String]()]
        ).render(for: PageVisitor(usual: .english))
    }

    @Test("A page of 64 KiB stays below its size, whatever the bytes are")
    func size() throws {
        let inputs: [[UInt8]] = [
            // A map of small members, one long string, nested arrays, text that grows by escaping.
            [0x98, 0xFF] + [UInt8](repeating: 0x01, count: 255),
            [0x5A, 0, 0, 0xFF, 0xF0] + [UInt8](repeating: 0xAA, count: 0xFFF0),
            [0x99, 0xFF, 0xFF] + [UInt8](repeating: 0x80, count: 0xFFFF),
            JSON.array((0..<6000).map { _ in "<&\"'>" }).utf8,
            JSON.array((0..<200).map { _ in .string(String(repeating: "<", count: 300)) }).utf8,
        ]
        for input in inputs {
            let html = Self.html(try Self.views(input))
            #expect(html.utf8.count < ByteViews.budget + 8_000, "\(input.prefix(4))")
            #expect(html.contains("There is more of this value") || input.count < 300)
        }
    }

    @Test("Text of others stays text", arguments: ["<img src=x>", "\"'&{{title}}", "\u{202E}abc", "👩‍👩‍👧‍👦"])
    func hostile(text: String) throws {
        var members: JSONObject = [:]
        members[text] = .string(text)
        let document = JSON.object(members)
        let html = Self.html(try Self.views(document.utf8))
        #expect(!html.contains("<img"))
        #expect(!html.contains("\"'&{{"))
    }

    @Test("A part that claims bytes beyond those around it has none")
    func claims() throws {
        let node = InspectionNode(
            "root", range: 0..<4,
            children: [
                InspectionNode("beyond", range: 2..<9), InspectionNode("before", range: 3..<4),
                InspectionNode("out of order", range: 1..<2), InspectionNode("empty", range: 4..<4),
            ])
        let view = try #require(ByteFields(node, id: "i", title: "", bytes: [1, 2, 3, 4]).views.first)
        #expect(view.root?.children.map(\.range) == [nil, 3..<4, 1..<2, 4..<4])
        let (text, targets, _) = Self.digits(view.values(.init(), PageFormat(.english)) { _ in nil })
        #expect(text == "01 02 03 04")
        #expect(targets == ["i0", "i2"])
    }
}
