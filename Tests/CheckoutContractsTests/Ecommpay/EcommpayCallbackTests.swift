import CheckoutContracts
import Testing
import ToqueCrypto
import ToqueEncoding
import ToqueTestSupport

@Suite struct EcommpayCallbackTests {
    private func signed(_ message: JSONObject) -> [UInt8] {
        JSON.object(EcommpaySignature.signing(message: message, key: EcommpayVectors.key())).utf8
    }

    @Test("A signed callback is read with its payment and operation")
    func reads() throws {
        let callback = try EcommpayCallback.verifying(signed(EcommpayVectors.callback), key: EcommpayVectors.key())
        #expect(callback.projectID == 10)
        #expect(callback.payment.id == "ord-42")
        #expect(callback.payment.status == .final(.success))
        #expect(callback.payment.sum == EcommpaySum(amount: 1999, currency: "USD"))
        #expect(callback.customerID == "10")
        #expect(callback.operation?.code == .success)
        #expect(callback.operation?.requestID == "r-1")
    }

    @Test("A signature in the member general is as valid as one at the top")
    func general() throws {
        var message = EcommpayVectors.callback
        message["general"] = ["project_id": 10]
        message = EcommpaySignature.signing(gateRequest: message, key: EcommpayVectors.key())
        let callback = try EcommpayCallback.verifying(JSON.object(message).utf8, key: EcommpayVectors.key())
        #expect(callback.payment.id == "ord-42")
    }

    @Test("A callback with no signature or another's, or changed in transit, is refused")
    func forged() throws {
        let body = signed(EcommpayVectors.callback)
        func refusal(_ body: [UInt8], secret: String = EcommpayVectors.secret) -> EcommpayCallbackError? {
            do throws(EcommpayCallbackError) {
                _ = try EcommpayCallback.verifying(body, key: EcommpayVectors.key(secret))
                return nil
            } catch {
                return error
            }
        }
        #expect(refusal(body) == nil)
        #expect(refusal(body, secret: "your_secrets") == .wrongSignature)
        #expect(refusal(JSON.object(EcommpayVectors.callback).utf8) == .unsigned)
        for path in ["payment.status", "payment.sum.amount", "operation.code", "project_id", "added"] {
            let changed = try JSON(parsing: body).with(path, "1")
            #expect(refusal(changed.utf8) == .wrongSignature)
        }
        guard case .syntax = refusal(Array(body.dropLast())) else {
            Issue.record("half a callback was read")
            return
        }
        guard case .member = refusal(signed(["project_id": 10])) else {
            Issue.record("a callback without a payment was read")
            return
        }
    }

    @Test(
        "A status that is not final is of another type than a final one",
        arguments: [
            ("success", .final(.success)), ("decline", .final(.decline)), ("cancelled", .final(.cancelled)),
            ("refunded", .final(.refunded)), ("partially refunded", .final(.partiallyRefunded)),
            ("reversed", .final(.reversed)), ("error", .final(.error)), ("processing", .pending(.processing)),
            ("awaiting 3ds result", .pending(.awaiting3DSResult)),
            ("awaiting redirect result", .pending(.awaitingRedirectResult)),
            ("awaiting customer", .pending(.awaitingCustomer)),
            ("awaiting clarification", .pending(.awaitingClarification)),
            ("awaiting capture", .pending(.awaitingCapture)), ("SUCCESS", .unrecognized("SUCCESS")),
        ] as [(String, EcommpayPaymentStatus)])
    func statuses(text: String, status: EcommpayPaymentStatus) {
        #expect(EcommpayPaymentStatus(text) == status)
        #expect(status.text == text)
    }

    @Test("An operation's code may be a string or a number, and nothing else")
    func codes() throws {
        func operation(_ code: JSON) throws -> EcommpayCallbackOperation? {
            var message = EcommpayVectors.callback
            message["operation"] = ["id": 1, "type": "sale", "status": "decline", "code": code]
            return try EcommpayCallback.verifying(signed(message), key: EcommpayVectors.key()).operation
        }
        #expect(try operation("10105")?.code == .insufficientFunds)
        #expect(try operation(10105)?.code == .insufficientFunds)
        #expect(throws: EcommpayCallbackError.self) { try operation("1 0") }
        #expect(throws: EcommpayCallbackError.self) { try operation(true) }
    }
}
