import CheckoutContracts
import Testing
import ToqueCrypto
import ToqueEncoding
import ToqueTestSupport

@Suite struct PlacetoPayNotificationTests {
    private func notification(
        _ requestID: Int = 1234, _ word: PlacetoPayStatus.Word = .approved,
        _ date: String = "2019-01-01T12:00:00-05:00", _ revision: PlacetoPaySignature.Revision = .sha256
    ) -> PlacetoPayNotification {
        PlacetoPayNotification(
            status: PlacetoPayStatus(word, reason: .approved, message: "La petición", date: date),
            requestID: requestID, reference: "order-1", revision: revision, secretKey: PlacetoPayVectors.key())
    }

    private func failure(
        _ notification: PlacetoPayNotification, secret: String = PlacetoPayVectors.secret,
        taking revisions: Set<PlacetoPaySignature.Revision> = [.sha256, .sha1]
    ) -> PlacetoPaySignature.Failure? {
        do throws(PlacetoPaySignature.Failure) {
            try notification.verify(secretKey: PlacetoPayVectors.key(secret), taking: revisions)
            return nil
        } catch {
            return error
        }
    }

    @Test("The signatures that Python computed can be made and verified", arguments: PlacetoPayVectors.notifications)
    func vectors(requestID: Int, word: PlacetoPayStatus.Word, date: String, signature: String) throws {
        let revision: PlacetoPaySignature.Revision = signature.hasPrefix("sha256:") ? .sha256 : .sha1
        let notification = notification(requestID, word, date, revision)
        #expect(notification.signature == signature)
        #expect(failure(notification) == nil)
        #expect(failure(notification, secret: "other") == .mismatch)
        #expect(try PlacetoPayNotification(json: JSON(parsing: notification.json.utf8)) == notification)
    }

    @Test("One flipped bit of the signature is refused", arguments: PlacetoPaySignature.Revision.allCases)
    func flippedBits(_ revision: PlacetoPaySignature.Revision) {
        let right = notification(1234, .approved, "2019-01-01T12:00:00-05:00", revision)
        var bytes = Array(right.signature.utf8)
        for bit in 0..<bytes.count * 8 {
            bytes[bit / 8] ^= 1 << (bit % 8)
            var changed = right
            changed.signature = String(decoding: bytes, as: UTF8.self)
            #expect([.malformed, .mismatch].contains(failure(changed)), "\(changed.signature)")
            bytes[bit / 8] ^= 1 << (bit % 8)
        }
    }

    @Test("Another request, status or date is refused, and so are digits that move between them")
    func changedMembers() {
        let right = notification()
        for (requestID, word, date) in [
            (1235, .approved, right.status.date), (123, .approved, right.status.date),
            (1234, .rejected, right.status.date), (1234, .approvedPartial, right.status.date),
            (1234, .approved, "2019-01-01T12:00:01-05:00"), (1234, .approved, "2019-01-01T12:00:00-0500"),
        ] as [(Int, PlacetoPayStatus.Word, String)] {
            var changed = notification(requestID, word, date)
            changed.signature = right.signature
            #expect(failure(changed) == .mismatch)
        }
    }

    @Test("The signature does not cover reason, message and reference")
    func unsignedMembers() {
        var changed = notification()
        changed.reference = "order-2"
        changed.status.reason = .number(401)
        changed.status.message = nil
        #expect(failure(changed) == nil)
    }

    @Test("A server may accept only one revision")
    func revisions() {
        let old = notification(1, .approved, "2019-01-01T12:00:00-05:00", .sha1)
        #expect(failure(old, taking: [.sha256]) == .revisionNotTaken(.sha1))
        #expect(failure(notification(), taking: [.sha1]) == .revisionNotTaken(.sha256))
        #expect(failure(old, taking: [.sha1]) == nil)
    }

    @Test(
        "A signature of another form is malformed",
        arguments: [
            "", "sha256:", "sha1:9f83f1efc8ace00aaca07b8750df1e261b95a1ab",
            "97c40fef1ed74b710a6837d8014f931d41c7caeac333bffa4dc75ed178a6b0e3",
            "SHA256:97c40fef1ed74b710a6837d8014f931d41c7caeac333bffa4dc75ed178a6b0e3",
            "sha256:97C40FEF1ED74B710A6837D8014F931D41C7CAEAC333BFFA4DC75ED178A6B0E3",
            "sha256:9f83f1efc8ace00aaca07b8750df1e261b95a1ab", "9f83f1efc8ace00aaca07b8750df1e261b95a1a",
            "9f83f1efc8ace00aaca07b8750df1e261b95a1ab ", "gf83f1efc8ace00aaca07b8750df1e261b95a1ab",
        ])
    func malformed(_ text: String) {
        var changed = notification()
        changed.signature = text
        #expect(failure(changed) == .malformed)
    }
}
