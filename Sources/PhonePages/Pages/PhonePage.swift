import Pages
import Sandbox
import SandboxKit
import ToqueEncoding
import ToqueWebAuthn

/// A phone at its step.
struct PhonePage {
    private let phone: Phone
    private let problem: PhoneProblem?
    private let offer: PhoneOffer
    private let log: PhoneLog?
    private let visit: PhoneVisit
    private let head: PhoneHead
    private var texts: PageTexts { visit.texts }
    private var url: String { "\(PhoneVisit.home)/\(phone.id)" }

    init(_ session: PhoneSession, _ visit: PhoneVisit) async {
        phone = await session.phone
        problem = await session.problem
        offer = await session.offer
        log = await session.log
        self.visit = visit
        head = PhoneHead(phone, visit.texts)
    }

    /// - Parameter isAsking: true to show the sheet.
    func response(isAsking: Bool) throws -> SandboxResponse {
        var values: [String: Any] = [
            "url": url, "phone": head.values, "lead": head.lead, "footer": texts[.phoneFooter], "steps": steps,
            "about": about, "log": logValues,
        ]
        values["problem"] = problem?.values(texts)
        var data: JSON?
        switch phone.stage {
        case .signals: values["signals"] = ["presets": presets, "allowed": phone.isLocationAllowed] as [String: Any]
        case .bank: values["bank"] = banks
        case .approval:
            values["link"] = ["url": bankURL, "label": texts[.phoneOpenBank]]
        case .options, .verdict, .settlement: values["wait"] = true
        case .registration:
            let button = texts[.phoneAskButton, ["method": head.method]]
            if phone.profile == nil {
                values["browser"] = ["action": "\(url)/register", "label": button]
                data = try ceremony(isRegistration: true)
            } else {
                values["link"] = ["url": "\(url)?ask=1", "label": button]
                if isAsking {
                    values["sheet"] = head.sheet(texts[.phoneSheetRegister], action: "\(url)/register", cancel: url)
                }
            }
        case .ready:
            values["pay"] = [
                "amount": visit.visitor.language == .english ? "0.13" : "0,13",
                "description": texts[.phoneDefaultDescription],
                "accounts": offer.recipients.map { ["id": $0.id, "label": $0.holderName ?? $0.id] },
            ]
        case .signature:
            let button = texts[.phoneAskButton, ["method": head.method]]
            values["receipt"] = receipt
            values["again"] = ["action": "\(url)/payments", "label": texts[.phoneCancelPayment], "quiet": true]
            if phone.profile == nil {
                values["browser"] = ["action": "\(url)/sign", "label": button]
                data = try ceremony(isRegistration: false)
            } else {
                values["link"] = ["url": "\(url)?ask=1", "label": button]
                if isAsking { values["sheet"] = head.sheet(paying, action: "\(url)/sign", cancel: url) }
            }
        case .paid:
            values["receipt"] = receipt
            values["reason"] = reason
            values["again"] = ["action": "\(url)/payments", "label": texts[.phonePayAgain]]
        case .ended, .forgotten:
            values["reason"] = reason
            values["again"] = ["action": "\(url)/again", "label": texts[.phoneStartOver]]
        }
        if values["wait"] != nil, log?.isFrozen ?? false { values["lead"] = "\(head.lead) \(texts[.phoneFrozen])" }
        return .page(
            HTMLPage(.phone, title: head.state, values, modules: [.phone], data: data?.serialized()),
            for: visit.visitor)
    }

    // MARK: Parts

    private var steps: [String: Any] {
        let labels: [PageText] = [
            .phoneStepSignals, .phoneStepBank, .phoneStepApproval, .phoneStepRegistration, .phoneStepPay,
        ]
        let current: Int
        switch phone.stage {
        case .signals: current = 0
        case .bank: current = 1
        case .approval: current = 2
        case .options, .registration, .verdict: current = 3
        case .ready, .signature, .settlement: current = 4
        case .paid: current = phone.outcome == nil ? 5 : 4
        case .ended, .forgotten: current = 0
        }
        return [
            "list": labels.enumerated().map { index, label in
                [
                    "label": texts[label], "state": index < current ? "done" : "", "done": index < current,
                    "current": index == current,
                ] as [String: Any]
            }
        ]
    }

    private var presets: [[String: Any]] {
        let names: [(PhonePreset, PageText, String)] = [
            (.phone, .phonePresetPhone, texts[.phonePresetPhoneAbout]),
            (.browser, .phonePresetBrowser, texts[.phonePresetBrowserAbout]),
            (.rooted, .phonePresetRooted, "isRootedDevice: true"),
            (.emulated, .phonePresetEmulated, "isEmulated: true, isDevModeEnabled: true"),
            (.noLocation, .phonePresetNoLocation, "geolocation, isMockGPS: –"),
        ]
        return names.map { preset, label, about in
            ["value": preset.rawValue, "label": texts[label], "about": about, "checked": preset == phone.preset]
        }
    }

    private var banks: [String: Any] {
        // The sandbox's banks with a scenario say so in their names for programs.
        let banks = offer.banks.map { (isScenario: $0.name.hasPrefix("scenario_"), $0.id, $0.displayName) }
        func shown(_ isScenario: Bool) -> [[String: Any]] {
            banks.filter { $0.isScenario == isScenario }.map { ["id": $0.1, "label": $0.2] }
        }
        return [
            "customers": offer.customers.map { ["id": $0.id, "label": $0.name] }, "banks": shown(false),
            "scenarioBanks": shown(true),
        ]
    }

    /// The bank's page at the address that the visitor uses, so that the browser stays on one site.
    private var bankURL: String {
        let given = phone.redirectURL ?? ""
        let own = "\(visit.request.publicURL)/"
        return given.hasPrefix(own) ? "\(visit.visited)/\(given.dropFirst(own.count))" : given
    }

    private var shownAmount: String { PageFormat(visit.visitor.language).amount(phone.amount ?? "", "BRL") }

    private var paying: String {
        texts[.phoneSheetPay, ["amount": shownAmount, "recipient": phone.recipient ?? ""]]
    }

    private var receipt: [String: Any] {
        let pairs: [(PageText, String?)] = [
            (.phonePayment, phone.payment), (.phoneEndToEnd, phone.outcome == nil ? phone.endToEndID : nil),
        ]
        let recipient = phone.recipient.map { [["name": texts[.phoneRecipientName], "value": $0]] } ?? []
        return [
            "amount": shownAmount,
            "pairs": recipient
                + pairs.compactMap { name, value in value.map { ["name": texts[name], "value": $0] } },
        ]
    }

    private var reason: [String: Any]? {
        phone.outcome.map { ["code": $0, "message": phone.outcomeMessage ?? ""] }
    }

    private var about: [[String: String]] {
        let all: [(PageText, String?)] = [
            (.phoneAboutDevice, try? phone.deviceID()), (.phoneAboutEnrollment, phone.enrollment),
            (.phoneAboutTenant, phone.tenant),
        ]
        return all.compactMap { name, value in value.map { ["name": texts[name], "value": $0] } }
    }

    private var logValues: [String: Any] {
        let entries = (log?.entries ?? []).reversed()
        return [
            "count": "\(entries.count)",
            "entries": entries.map { entry -> [String: Any] in
                var values: [String: Any] = [
                    "method": entry.method, "path": entry.path, "status": entry.status.map { "\($0)" } ?? "–",
                    "tone": (200..<300).contains(entry.status ?? 0) ? "ok" : "bad",
                ]
                if entry.times > 1 { values["times"] = "\(entry.times)" }
                if !entry.request.isEmpty { values["request"] = entry.request }
                if !entry.answer.isEmpty { values["answer"] = entry.answer }
                return values
            },
        ]
    }

    private func ceremony(isRegistration: Bool) throws -> JSON {
        try Self.ceremony(JSON(parsingPasted: phone.options ?? "{}"), isRegistration: isRegistration, texts)
    }

    /// The data of the module for a ceremony by the browser's authenticator.
    static func ceremony(_ options: JSON, isRegistration: Bool, _ texts: PageTexts) -> JSON {
        var advice: JSONObject = ["other": .string(texts[.phoneAdviceAgain])]
        for name in WebAuthnError.Name.allCases {
            advice[name.rawValue] = .string(texts[PhoneProblem.advice(for: name)])
        }
        return ["registration": .bool(isRegistration), "options": options, "advice": .object(advice)]
    }
}
