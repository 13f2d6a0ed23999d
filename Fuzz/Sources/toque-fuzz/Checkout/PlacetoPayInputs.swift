import CheckoutContracts
import ToqueCrypto
import ToqueEncoding

/// Requests with `auth`, responses, and notifications in both revisions.
enum PlacetoPayInputs {
    private static var key: SecretBytes { SecretBytes(copying: "siteSecretKey".utf8) }

    static func read(_ input: [UInt8]) {
        guard let json = try? JSON(parsing: input) else { return }
        authenticate(json)
        notify(json)
        CheckoutModels.request(PlacetoPaySessionRequest.self, json)
        CheckoutModels.request(PlacetoPayInformationRequest.self, json)
        CheckoutModels.answer(PlacetoPaySessionResponse.self, json)
        CheckoutModels.answer(PlacetoPaySessionInformation.self, json)
    }

    /// A new proof is accepted once; a changed one is refused.
    private static func authenticate(_ json: JSON) {
        guard let sent = try? PlacetoPayAuth(ofRequest: json) else { return }
        _ = CheckoutModels.succeeds { try sent.judge(secretKey: key, at: .now()) }
        guard let nonce = Base64.decode(sent.nonce), !nonce.isEmpty, let time = PlacetoPayDate.instant(sent.seed) else {
            return
        }
        let made = PlacetoPayAuth(login: sent.login, secretKey: key, nonce: nonce, seed: sent.seed)
        func judges(_ auth: PlacetoPayAuth) -> Bool {
            CheckoutModels.succeeds { try auth.judge(secretKey: key, at: time) }
        }
        require(judges(made), "a proof is refused")
        for member in [\PlacetoPayAuth.tranKey, \.seed, \.nonce] {
            var changed = made
            guard let other = CheckoutModels.flipped(made[keyPath: member]) else { continue }
            changed[keyPath: member] = other
            require(!judges(changed), "a changed proof is taken")
        }
        var replays = PlacetoPayReplays()
        require(CheckoutModels.succeeds { try replays.take(made, at: time) }, "a first request is refused")
        require(!CheckoutModels.succeeds { try replays.take(made, at: time) }, "a repetition is taken")
        // To the second, like the written form.
        require(PlacetoPayDate.instant(PlacetoPayDate.text(time))?.seconds == time.seconds, "a date changes")
    }

    private static func notify(_ json: JSON) {
        guard let sent = try? PlacetoPayNotification(json: json) else { return }
        _ = CheckoutModels.succeeds { try sent.verify(secretKey: key) }
        func verifies(_ notification: PlacetoPayNotification) -> Bool {
            CheckoutModels.succeeds { try notification.verify(secretKey: key) }
        }
        for revision in PlacetoPaySignature.Revision.allCases {
            let made = PlacetoPayNotification(
                status: sent.status, requestID: sent.requestID, reference: sent.reference, revision: revision,
                secretKey: key)
            require((try? PlacetoPayNotification(json: made.json)).map(verifies) ?? false, "a signature is refused")
            var changed = made
            changed.requestID ^= 1
            require(!verifies(changed), "another session is taken")
            for member in [\PlacetoPayNotification.signature, \.status.date] {
                changed = made
                guard let other = CheckoutModels.flipped(made[keyPath: member]) else { continue }
                changed[keyPath: member] = other
                require(!verifies(changed), "a changed notification is taken")
            }
        }
    }
}
