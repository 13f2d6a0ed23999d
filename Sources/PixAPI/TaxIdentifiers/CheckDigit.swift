/// The check digits of CPF and CNPJ: modulus 11 over weighted characters.
enum CheckDigit {
    /// Returns the two digits that follow a base, each computed over everything before it.
    /// - Parameters:
    ///   - base: ASCII; a character's value is its code minus 48, so that digits are themselves and `A` is 17 (Receita
    ///     Federal's rule for the alphanumeric CNPJ).
    ///   - highestWeight: weights run 2, 3 ... from the right and restart after this one.
    static func pair(for base: some Collection<UInt8>, highestWeight: Int) -> String {
        var characters = Array(base)
        for _ in 0..<2 {
            var sum = 0
            for (index, character) in characters.reversed().enumerated() {
                sum += (Int(character) - 48) * (2 + index % (highestWeight - 1))
            }
            let remainder = sum % 11
            characters.append(UInt8(48 + (remainder < 2 ? 0 : 11 - remainder)))
        }
        return String(decoding: characters.suffix(2), as: UTF8.self)
    }
}
