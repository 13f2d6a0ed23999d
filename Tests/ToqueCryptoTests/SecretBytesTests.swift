import Testing
import ToqueCrypto

@Suite struct SecretBytesTests {
    private struct Refused: Error {}

    private func bytes(_ secret: borrowing SecretBytes) -> [UInt8] { secret.withUnsafeBytes { Array($0) } }

    @Test("A secret holds the bytes it was given")
    func holdsWhatItWasGiven() {
        let copied = SecretBytes(copying: [1, 2, 3])
        let slice = SecretBytes(copying: [0, 1, 2, 3][2...])
        let filled = SecretBytes(count: 3) { $0[1] = 7 }
        let empty = SecretBytes(copying: [])
        #expect(bytes(copied) == [1, 2, 3] && copied.count == 3)
        #expect(bytes(slice) == [2, 3])
        #expect(bytes(filled) == [0, 7, 0])
        #expect(bytes(empty) == [] && empty.count == 0)
    }

    @Test("Consuming an array overwrites it with zeros")
    func consumingOverwritesTheArray() {
        var array: [UInt8] = [1, 2, 3]
        let secret = SecretBytes(consuming: &array)
        #expect(array == [0, 0, 0])
        #expect(bytes(secret) == [1, 2, 3])
    }

    @Test("Cleansing an array overwrites it and leaves its copies alone")
    func cleansingLeavesCopiesAlone() {
        var array: [UInt8] = [1, 2, 3]
        let copy = array
        array.cleanse()
        #expect(array == [0, 0, 0] && copy == [1, 2, 3])
        var empty: [UInt8] = []
        empty.cleanse()
        #expect(empty.isEmpty)
    }

    @Test("A duplicate is equal and does not share memory")
    func aDuplicateIsASecretOfItsOwn() {
        let secret = SecretBytes(copying: [1, 2, 3])
        let duplicate = secret.duplicate()
        let first = secret.withUnsafeBytes { $0.baseAddress }
        let second = duplicate.withUnsafeBytes { $0.baseAddress }
        #expect(first != second)
        let isEqual = secret.constantTimeEquals(duplicate)
        #expect(isEqual)
    }

    @Test("Constant-time comparison tells equal bytes from other bytes and lengths")
    func comparison() {
        func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
            SecretBytes(copying: left).constantTimeEquals(SecretBytes(copying: right))
        }
        #expect(areEqual([1, 2, 3], [1, 2, 3]) && areEqual([], []))
        #expect(!areEqual([1, 2, 3], [1, 2, 4]) && !areEqual([1, 2, 3], [1, 2]))
        #expect([1, 2].constantTimeEquals([1, 2]) && ![1, 2].constantTimeEquals([1, 3]))
        #expect(![1, 2].constantTimeEquals([1]) && [UInt8]().constantTimeEquals([]))
    }

    @Test("An error thrown while a secret is filled is passed on")
    func anErrorOfTheFillerGoesOn() {
        #expect(throws: Refused.self) {
            _ = try SecretBytes(count: 8) { (_: UnsafeMutableRawBufferPointer) throws(Refused) in throw Refused() }
        }
    }
}
