import APIClient
import FoundationEssentials
import Testing
import YunoSDK

extension YunoSDKTests {
    @MainActor
    @Suite struct AppTests {
        @Test("The SDK is ready if the server knows the key, and not without such a key or server")
        func initializes() async throws {
            try await Shop.open { shop in
                let isReady = await withCheckedContinuation { done in
                    launch(shop.environment) { done.resume(returning: $0) }
                }
                #expect(isReady)
                #expect(await !shop.initialize(key: "other"))
                var nowhere = shop.environment
                nowhere.server = ServerURL("http://127.0.0.1:1")
                #expect(await !shop.initialize(nowhere))
            }
        }

        @Test("A key that the server does not know cannot pay")
        func wrongKey() async throws {
            try await Shop.open { shop in
                #expect(await !shop.initialize(key: "other"))
                let session = try await shop.session()
                #expect(try await shop.pay(session, by: "PIX", Person("authorize")) == .fail)
                #expect(try await shop.payments().isEmpty)
            }
        }

        @Test("Without a presenter, or with invalid session data, the payment fails and nothing is sent")
        func nothingSent() async throws {
            try await Shop.open { shop in
                let session = try await shop.session()
                #expect(await shop.pay(session, by: "PIX", nil) == .fail)
                #expect(Yuno.outcome(of: session)?.reason?.contains("TOQUE_PRESENT") == true)
                let path = "../configuration"
                #expect(try await shop.pay(path, by: "PIX", Person("authorize")) == .fail)
                #expect(Yuno.outcome(of: path)?.reason?.contains("UUID") == true)
                let params = SeamlessParams(
                    checkoutSession: session, country_code: "Brazil", viewController: try Person("authorize"))
                let result = await Yuno.startPaymentSeamlessLite(
                    with: params, paymentSelected: Shop.Method(paymentMethodType: "PIX"))
                #expect(result == .fail)
                #expect(shop.way.requests == ["GET configuration"])
                #expect(Yuno.outcome(of: "00000000-0000-4000-8000-000000000009") == nil)
            }
        }

        @Test("The environment's presenter is the default, and both spellings of the country are equal")
        func defaults() async throws {
            try await Shop.open { shop in
                var environment = shop.environment
                let person = try Person("authorize")
                environment.presenter = person
                #expect(await shop.initialize(environment))
                let params = SeamlessParams(checkoutSession: try await shop.session(), country_code: "US")
                #expect(params.countryCode == "US")
                params.country_code = "br"
                #expect(params.countryCode == "br")
                let model = CheckoutScreenModel()
                await model.payAndWait(params, ChosenMethod(paymentMethodType: "PIX"))
                #expect(model.results == [.success])
                #expect(person.codes.count == 1)
            }
        }

        @Test("Languages are case-insensitive, and unsupported ones become English")
        func languages() async throws {
            try await Shop.open { shop in
                for language in ["PT", "zh-tw", "fil", "xx", "", nil] {
                    let params = SeamlessParams(
                        checkoutSession: try await shop.session(), countryCode: "BR", language: language,
                        viewController: try Person("authorize"))
                    let result = await Yuno.startPaymentSeamlessLite(
                        with: params, paymentSelected: Shop.Method(paymentMethodType: "PIX"))
                    #expect(result == .success)
                }
            }
        }

        @Test("The callback gets the result once")
        func callback() async throws {
            try await Shop.open { shop in
                let params = SeamlessParams(
                    checkoutSession: try await shop.session(), countryCode: "BR",
                    viewController: try Person("confirm"))
                let model = CheckoutScreenModel()
                await withCheckedContinuation { done in
                    model.pay(params, ChosenMethod(paymentMethodType: "APPLE_PAY")) { done.resume() }
                }
                #expect(model.results == [.success])
            }
        }

        @Test("Each of the guide's delegates is read and called on the main actor, once")
        func delegates() async throws {
            try await Shop.open { shop in
                let method = ChosenMethod(vaultedToken: "tok_success", paymentMethodType: "CARD")
                var environment = shop.environment
                environment.presenter = try Person("")
                #expect(await shop.initialize(environment))

                let immutable = ImmutableDelegate(try await shop.session())
                Yuno.startPaymentSeamlessLite(with: immutable, paymentSelected: method)
                while immutable.results.isEmpty { await Task.yield() }

                let observed = ObservedDelegate()
                observed.session = try await shop.session()
                let person = try Person("confirm")
                observed.presenter = person
                Yuno.startPaymentSeamlessLite(
                    with: observed, paymentSelected: ChosenMethod(paymentMethodType: "APPLE_PAY"))
                // The SDK read the members when the payment started.
                observed.session = ""
                while observed.results.isEmpty { await Task.yield() }
                #expect(person.asked.count == 1)

                let session = try await shop.session()
                let result: Yuno.Result = await withCheckedContinuation { done in
                    let plain = PlainDelegate(
                        countryCode: "BR", language: "EN", checkoutSession: session, viewController: try? Person(""),
                        onResult: { result in MainActor.assumeIsolated { done.resume(returning: result) } })
                    Yuno.startPaymentSeamlessLite(with: plain, paymentSelected: method, showPaymentStatus: false)
                }
                #expect(immutable.results + observed.results + [result] == [.success, .success, .success])
                #expect(try await shop.payments().count == 3)
            }
        }

        @Test("The loader stays until the app hides it, if the app asks for that")
        func keepsLoader() async throws {
            try await Shop.open { shop in
                #expect(await shop.initialize(config: YunoConfig(keepLoader: true)))
                let person = try Person("authorize")
                let session = try await shop.session()
                #expect(await shop.pay(session, by: "PIX", person, showPaymentStatus: false) == .success)
                #expect(person.results.isEmpty)
                #expect(person.finished == 0)
                Yuno.hideLoader()
                while person.finished == 0 { await Task.yield() }
                Yuno.hideLoader()
                #expect(person.finished == 1)
            }
        }

        @Test("A payment whose task is canceled is pending, and continues when it is started again")
        func canceledTask() async throws {
            try await Shop.open { shop in
                let session = try await shop.session()
                let person = try Person(nil)
                let paying = Task { await shop.pay(session, by: "PIX", person) }
                _ = await person.page()
                paying.cancel()
                #expect(await paying.value == .processing)
                #expect(try await shop.pay(session, by: "PIX", Person("authorize")) == .success)
                #expect(try await shop.payments().count == 1)
            }
        }

        @Test("The app's URL handler accepts only links of its scheme")
        func urlHandler() throws {
            for text in ["https://example.com/", "yunoexample://back?checkout_session=x&status=SUCCEEDED"] {
                let url = try #require(URL(string: text))
                #expect(!handle(url))
            }
        }

        @Test("Results and card forms have the guide's names, and both spellings of a cancellation are read")
        func names() {
            #expect(Yuno.Result("userCancelled") == .userCancell)
            #expect(Yuno.Result("userCancell") == .userCancell)
            #expect(Yuno.Result.allCases.count == 6)
            #expect(CardFormType.oneStep.rawValue == "ONE_STEP")
            #expect(CardFormType.multiStep.rawValue == "STEP_BY_STEP")
            let config = YunoConfig()
            #expect(config.cardFormType == .oneStep && !config.saveCardEnabled && !config.keepLoader)
            #expect(!config.hideCardholderName && config.appearance == Yuno.Appearance())
        }
    }
}
