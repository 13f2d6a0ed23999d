import CheckoutContracts
import ToqueEncoding

/// Decimals, and the codes of QR payments with one inside.
enum AmountInputs {
    /// A code's text with its checksum or, after a first byte 0, without.
    static func code(_ input: [UInt8]) {
        var text = String(decoding: input, as: UTF8.self)
        if input.first == 0 {
            text = String(text.dropFirst())
            // The error about a wrong checksum contains the right one.
            do throws(BRCodeError) {
                _ = try BRCode(text + "6304....")
            } catch {
                guard case .checksum(let expected) = error else { return }
                text += "6304\(expected)"
            }
        }
        guard let code = try? BRCode(text) else { return }
        if let changed = CheckoutModels.flipped(text) {
            require((try? BRCode(changed)) == nil, "a changed code is taken")
        }
        // It can be written if each field is within its maximum length.
        if let written = try? code.text() {
            require((try? BRCode(written)) == code, "a code changes on its way")
        }
    }

    /// Two numbers, one per line.
    static func decimal(_ input: [UInt8]) {
        let lines = String(decoding: input, as: UTF8.self).split(separator: "\n", maxSplits: 1)
        let numbers = lines.compactMap { ExactDecimal($0) }
        for number in numbers {
            read(number)
            if let parsed = try? JSON(parsing: number.description) {
                require((try? JSONReader(parsed).decimal()) == number, "a number is another one in JSON")
            }
        }
        guard numbers.count == 2 else { return }
        compute(numbers[0], numbers[1])
    }

    /// It must survive writing and reading again, also in minor units.
    private static func read(_ number: ExactDecimal) {
        require(ExactDecimal(number.description) == number, "a number changes on its way")
        for exponent in 0...ExactDecimal.digitLimit {
            guard let units = number.minorUnits(exponent: exponent) else { continue }
            require(ExactDecimal(minorUnits: units, exponent: exponent) == number, "its minor units are others")
        }
    }

    private static func compute(_ left: ExactDecimal, _ right: ExactDecimal) {
        require([left < right, left == right, right < left].count { $0 } == 1, "there is no order")
        if left == right { require(left.hashValue == right.hashValue, "equal numbers have two hashes") }
        require(left.adding(right) == right.adding(left), "a sum depends on the order")
        if let sum = left.adding(right), let difference = sum.subtracting(right) {
            require(difference == left, "a sum less one part is not the other")
        }
        if !right.isNegative, let sum = left.adding(right) { require(sum >= left, "a sum is less than a part") }
    }
}
