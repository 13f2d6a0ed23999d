import Foundation
import Testing
import ToqueTestSupport

/// A payment's steps and its outcome: a row of the tables of `docs/outcomes.md`, which defines its cells.
/// Tests/EndToEnd/checkout/test_outcomes.py runs the same rows.
struct OutcomeRow: Sendable, CustomTestStringConvertible {
    /// The providers, by the headings of the page.
    enum Provider: String, Sendable, CaseIterable {
        case ecommpay
        case placetoPay = "PlacetoPay"
        case takeMe = "TakeMe"
        case yuno = "Yuno"
    }

    /// The point at which the merchant and the clock act.
    enum Moment: String, Sendable { case before, meanwhile, after }

    /// What happens at the device, or at the payer's page beside it.
    enum Visit: Sendable {
        /// The app stays open until its script or the payment ends.
        case app(words: [String])
        /// The payer declines on the page, in a browser.
        case decline
    }

    let provider: Provider
    /// The index among all rows, from 0.
    let number: Int
    let method: String
    /// Such as `capture false`.
    let options: [String]
    /// A scenario's name, a test token or a magic amount; empty for none.
    let scenario: String
    let visits: [Visit]
    let backend: [String]
    let clock: Duration
    let moment: Moment
    let result: String
    let status: String
    let webhooks: [String]
    /// The exit code of `toque checkout pay`. The SDKs do not report it; the Python tests check it.
    let exit: Int

    let testDescription: String

    /// An amount that replaces the usual one.
    var amount: String? {
        if let zero = options.first(where: { $0.hasPrefix("amount ") }) { return String(zero.dropFirst(7)) }
        return scenario.first?.isNumber == true ? scenario : nil
    }
    var token: String? { scenario.hasPrefix("tok_") ? scenario : nil }
    /// Nil if a token or an amount chooses, or if nothing does.
    var scenarioName: String? { scenario.isEmpty || token != nil || amount == scenario ? nil : scenario }

    /// Whether the app is told that nothing is known when it has waited for the whole time; else it waits as long as it
    /// takes. A script that ended is an illegal state at once.
    var waitsInVain: Bool { exit == 4 && result != "Error illegalState" }

    /// - Parameter cells: The cells of the table, without surrounding spaces.
    init?(_ cells: [String], of provider: Provider, number: Int) {
        guard cells.count == 9 else { return nil }
        self.provider = provider
        self.number = number
        let method = Self.list(cells[0])
        self.method = method.first ?? ""
        options = Array(method.dropFirst())
        scenario = cells[1]
        visits = cells[2].components(separatedBy: " then ").flatMap { visit -> [Visit] in
            let words = Self.list(visit)
            return words.first == "decline" ? words.map { _ in .decline } : [.app(words: words)]
        }
        let (backend, act) = Self.timed(cells[3])
        let (clock, move) = Self.timed(cells[4])
        self.backend = Self.list(backend)
        guard let clock = Self.duration(clock), let exit = Int(cells[8]) else { return nil }
        self.clock = clock
        self.exit = exit
        moment = act ?? move ?? .after
        result = cells[5]
        status = cells[6]
        webhooks = Self.list(cells[7])
        testDescription = "\(provider): \(cells.prefix(5).joined(separator: " | "))"
    }

    /// `authorize ×3, close`
    private static func list(_ cell: String) -> [String] {
        cell.components(separatedBy: ", ").filter { !$0.isEmpty }.flatMap { item -> [String] in
            let parts = item.components(separatedBy: " ×")
            return Array(repeating: parts[0], count: parts.count == 2 ? Int(parts[1]) ?? 0 : 1)
        }
    }

    /// `30m meanwhile`
    private static func timed(_ cell: String) -> (String, Moment?) {
        guard let space = cell.lastIndex(of: " "),
            let moment = Moment(rawValue: String(cell[cell.index(after: space)...]))
        else { return (cell, nil) }
        return (String(cell[..<space]), moment)
    }

    /// `1799s`, `30m`, `5h`, `7d`; nothing for no time.
    private static func duration(_ cell: String) -> Duration? {
        guard let unit = cell.last else { return .zero }
        let seconds: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
        guard let number = Int(cell.dropLast()), let factor = seconds[unit] else { return nil }
        return .seconds(number * factor)
    }

    static let all = page.rows
    /// The tables' lines that are not rows: their headings.
    static let others = page.others

    private static let page: (rows: [OutcomeRow], others: [String]) = {
        var (rows, others): ([OutcomeRow], [String]) = ([], [])
        var provider: Provider?
        let text = (try? DocumentationPage("outcomes.md").text()) ?? ""
        for line in text.components(separatedBy: "\n") {
            if line.hasPrefix("## ") { provider = Provider(rawValue: String(line.dropFirst(3))) }
            guard let provider, line.hasPrefix("| ") else { continue }
            let cells = line.components(separatedBy: "|").dropFirst().dropLast()
                .map { $0.trimmingCharacters(in: .whitespaces) }
            if let row = OutcomeRow(cells, of: provider, number: rows.count) {
                rows.append(row)
            } else {
                others.append(line)
            }
        }
        return (rows, others)
    }()
}

/// The outcome of a payment.
struct Outcome: Sendable, Equatable {
    /// The result of the app's last run.
    var result: String
    /// The final status, as the merchant's server sees it.
    var status: String
    /// In order.
    var webhooks: [String]
}
