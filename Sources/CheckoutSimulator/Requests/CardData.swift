import Sandbox
import ToqueEncoding

/// Keeps card data out: test tokens represent instruments, and anything that looks like a card number or a security
/// code is refused before any of it is stored, journaled or logged.
package enum CardData {
    /// - Throws: `SandboxError` 400 `card_data` with the path of the member, or `invalid_json` for a body that cannot
    ///   be searched.
    package static func refuse(_ request: SandboxRequest) throws(SandboxError) {
        if let field = try field(of: request) { throw found(in: field) }
    }

    private static func field(of request: SandboxRequest) throws(SandboxError) -> String? {
        for segment in request.path.split(separator: "/")
        where hasNumber(FormURLEncoding.decodeSegment(segment).map(String.init) ?? String(segment)) {
            return "the path"
        }
        if let field = field(of: request.query) { return field }
        guard mayHold(request.body) else { return nil }
        if request.isForm, let text = String(validating: request.body, as: UTF8.self),
            let fields = FormURLEncoding.decode(text)
        {
            return field(of: fields)
        }
        guard let json = try? JSON(parsing: request.body) else { throw unreadable }
        return field(of: json, at: "")
    }

    private static func field(of parameters: [(name: String, value: String)]) -> String? {
        if parameters.contains(where: { hasNumber($0.name) }) { return "the name of a parameter" }
        return parameters.first { hasNumber($0.value) || isCode($0.name, $0.value) }?.name
    }

    private static func field(of json: JSON, at path: String) -> String? {
        switch json {
        case .object(let members):
            for (name, value) in members {
                // The path in the error must not reveal it either.
                if hasNumber(name) { return path.isEmpty ? "the body" : path }
                let member = path.isEmpty ? name : "\(path).\(name)"
                if let text = text(of: value), isCode(name, text) { return member }
                if let field = field(of: value, at: member) { return field }
            }
            return nil
        case .array(let values):
            for (index, value) in values.enumerated() {
                if let field = field(of: value, at: "\(path)[\(index)]") { return field }
            }
            return nil
        case .string, .number:
            guard let text = text(of: json), hasNumber(text) else { return nil }
            return path.isEmpty ? "the body" : path
        case .null, .bool: return nil
        }
    }

    private static func text(of json: JSON) -> String? {
        switch json {
        case .string(let text): text
        case .number(let number): number.text
        case .null, .bool, .array, .object: nil
        }
    }

    /// It is refused in any case, and must not be stored before that. The parser's error may quote it.
    private static var unreadable: SandboxError {
        var error = SandboxError(status: 400, code: "invalid_json", message: "The body is not JSON.")
        error.concealsRequest = true
        return error
    }

    private static func found(in field: String) -> SandboxError {
        var error = SandboxError(
            status: 400, code: "card_data",
            message: "The sandbox takes no card data, and this looks like a card number or a security code. Send a "
                + "test token, such as tok_success.", field: field)
        error.concealsRequest = true
        return error
    }
}

// MARK: - Forms of card data

extension CardData {
    /// Returns true if a text has the form of a primary account number (ISO/IEC 7812-1): 13 to 19 digits that pass
    /// Luhn's check, with single spaces or hyphens between them. Numbers that begin with 0 or 1 are not payment cards
    /// but times in milliseconds.
    package static func isNumber(_ text: String) -> Bool {
        var digits: [UInt8] = []
        var isSeparated = true
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits.append(byte - UInt8(ascii: "0"))
                isSeparated = false
                guard digits.count <= 19 else { return false }
            case UInt8(ascii: " "), UInt8(ascii: "-"):
                guard !isSeparated else { return false }
                isSeparated = true
            default: return false
            }
        }
        guard (13...19).contains(digits.count), !isSeparated, digits[0] >= 2 else { return false }
        return passesLuhn(digits)
    }

    /// Returns true if a text contains a primary account number. Within other text, the number must begin as payment
    /// cards do (ISO/IEC 7812-1: 3 to 6, and 2221 to 2720), because other numbers are more frequent there, such as
    /// times and telephone numbers after a plus sign.
    package static func hasNumber(_ text: String) -> Bool {
        guard text.utf8.count >= 13 else { return false }
        if isNumber(text) { return true }
        // Words separated by single spaces.
        let runs = text.utf8.split { !isOfWords($0) && $0 != UInt8(ascii: " ") }
        for run in runs {
            let words = run.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
            for first in words.indices where words[first].first.map({ (0x32...0x36).contains($0) }) ?? false {
                var digits = 0
                for last in first..<min(first + 19, words.endIndex) {
                    guard words[last].allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }) else {
                        break
                    }
                    digits += words[last].count { $0 != UInt8(ascii: "-") }
                    guard digits <= 19 else { break }
                    guard digits >= 13 else { continue }
                    let number = String(text[words[first].startIndex..<words[last].endIndex])
                    if beginsAsCard(number), isNumber(number) { return true }
                }
            }
        }
        return false
    }

    private static func isOfWords(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }

    private static func beginsAsCard(_ number: String) -> Bool {
        let digits = number.filter { $0 != " " && $0 != "-" }.prefix(4)
        return Int(digits).map { (3000...6999).contains($0) || (2221...2720).contains($0) } ?? false
    }

    /// ISO/IEC 7812-1 annex B.
    private static func passesLuhn(_ digits: [UInt8]) -> Bool {
        var sum = 0
        for (index, digit) in digits.reversed().enumerated() {
            let doubled = index.isMultiple(of: 2) ? Int(digit) : 2 * Int(digit)
            sum += doubled > 9 ? doubled - 9 : doubled
        }
        return sum.isMultiple(of: 10)
    }

    private static let codeNames: Set<String> = [
        "cvv", "cvv2", "cvc", "cvc2", "cvn", "cvn2", "csc", "cid", "cav2", "securitycode", "cardsecuritycode",
        "cardcode", "cardcvv", "cardcvc", "cardverificationvalue", "verificationvalue", "verificationcode",
    ]

    /// Returns true if a member is a card's security code: by its name, and 3 or 4 digits.
    package static func isCode(_ name: String, _ text: String) -> Bool {
        guard (3...4).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return false
        }
        return codeNames.contains(name.lowercased().filter { $0 != "_" && $0 != "-" })
    }

    /// Returns true if a body needs a closer look: it has 13 digits separated only by spaces and hyphens, a part of a
    /// security code's name, or needlessly escaped letters. Most bodies have none of them and are read once.
    static func mayHold(_ body: [UInt8]) -> Bool {
        let codeParts = codeParts
        var digits = 0
        for (index, byte) in body.enumerated() {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits += 1
                if digits == 13 { return true }
            // A form encodes a space as a plus sign, and other bytes as %XX.
            case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "%"): break
            default:
                digits = 0
                let parts = codeParts[Int(byte | 0x20)]
                guard !parts.isEmpty else { continue }
                let rest = body[index...]
                if parts.contains(where: { part in rest.starts(with: part) { $0 | 0x20 == $1 } }) { return true }
            }
        }
        return false
    }

    /// By first byte, with letters in lower case by their sixth bit.
    private static let codeParts: [[[UInt8]]] = {
        let parts = [
            "cvv", "cvc", "cvn", "csc", "cid", "cav2", "cardcode", "card_code", "card-code", "security", "verification",
            #"\u"#,
        ].map { $0.utf8.map { $0 | 0x20 } }
        return (0...UInt8.max).map { first in parts.filter { $0.first == first } }
    }()
}
