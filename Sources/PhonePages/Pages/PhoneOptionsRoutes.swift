import Pages
import Sandbox
import SandboxKit
import ToqueEncoding

extension PhonePages {
    /// Pasted options, and a phone's answer to them.
    var optionsRoutes: [Route] {
        [
            page("GET", "/options") { visit, session in await PhoneOptionsPage(session, visit).response() },
            page("POST", "/options") { visit, session in
                var page = await PhoneOptionsPage(session, visit)
                page.text = visit.field("options")
                await page.trying { page in page.asks = try PastedOptions(page.text) }
                return page.response()
            },
            page("POST", "/answer") { visit, session in
                var page = await PhoneOptionsPage(session, visit)
                page.text = visit.field("options")
                let (gesture, credential) = (visit.gesture, visit.field("credential"))
                await page.trying { page in
                    let options = try PastedOptions(page.text)
                    page.body = try await session.answer(at: visit.place) { session, app in
                        session.phone.profile == nil
                            ? try session.body(for: options, browserResponse: credential)
                            : try await session.body(for: options, gesture, by: app)
                    }
                }
                return page.response()
            },
            page("POST", "/send") { [self] visit, session in
                var page = await PhoneOptionsPage(session, visit)
                page.backend = visit.field("backend")
                await page.trying { page in
                    let body = try JSON(parsingPasted: visit.field("body"))
                    page.body = body
                    let request = BackendRequest(url: page.backend, header: visit.field("header"), body: body)
                    page.answer = try await request.send(by: configuration.transport)
                }
                return page.response()
            },
        ]
    }
}

/// The page for pasted options.
struct PhoneOptionsPage {
    /// As pasted.
    var text = ""
    /// The options that the sheet asks about.
    var asks: PastedOptions?
    var body: JSON?
    var backend = ""
    var answer: (status: Int, body: String)?
    private var problem: PhoneProblem?
    private let phone: Phone
    private let visit: PhoneVisit

    init(_ session: PhoneSession, _ visit: PhoneVisit) async {
        phone = await session.phone
        self.visit = visit
    }

    /// Runs a part; the page shows why it failed.
    mutating func trying(_ part: (inout PhoneOptionsPage) async throws -> Void) async {
        do { try await part(&self) } catch { problem = PhoneProblem(error) }
    }

    func response() -> SandboxResponse {
        let (texts, url) = (visit.texts, "\(PhoneVisit.home)/\(phone.id)")
        let head = PhoneHead(phone, texts)
        var values: [String: Any] = ["url": url, "phone": head.values, "footer": texts[.phoneFooter]]
        values["problem"] = problem?.values(texts)
        var data: JSON?
        if let body {
            values["result"] = ["body": body.serialized(pretty: true), "backend": backend]
        } else {
            values["paste"] = ["text": text]
        }
        if let asks, phone.profile == nil {
            let label = texts[.phoneAskButton, ["method": head.method]]
            values["browser"] = ["action": "\(url)/answer", "label": label, "options": text]
            data = PhonePage.ceremony(asks.json, isRegistration: asks.isRegistration, texts)
        } else if asks != nil {
            values["sheet"] = head.sheet(
                texts[.phoneSheetOptions], action: "\(url)/answer", cancel: "\(url)/options", options: text)
        }
        if let answer {
            let isGood = (200..<300).contains(answer.status)
            values["answer"] = ["status": "\(answer.status)", "tone": isGood ? "ok" : "bad", "body": answer.body]
        }
        return .page(
            HTMLPage(
                .phoneOptions, title: texts[.phonePasteTitle], values, modules: [.phone, .copying],
                data: data?.serialized()),
            for: visit.visitor, status: problem == nil ? 200 : 400)
    }
}
