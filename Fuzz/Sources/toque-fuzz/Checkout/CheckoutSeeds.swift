/// Initial inputs: the tests' vectors, and inputs with the members that these lack.
enum CheckoutSeeds {
    static let ecommpay = bytes([
        """
        {"project_id":10,"payment":{"id":"ord-42","type":"purchase","status":"success","date":"2026-01-31T12:00:02+0000",\
        "method":"card","sum":{"amount":1999,"currency":"USD"},"description":""},"customer":{"id":"10"},"operation":{\
        "id":70001,"type":"sale","status":"success","date":"2026-01-31T12:00:02+0000","request_id":"r-1","sum_initial":{\
        "amount":1999,"currency":"USD"},"code":"0","message":"Success"},"signature":"QC940r+wPExvpnu82xkXB+3z2uOv+U72Wwzy8a\
        OlHl5Yewx2wj8POcQeJCBhAKu53hXFE5/3CrbpgPCm15dbMA=="}
        """,
        """
        {"project_id":10,"a:b":"x;y","payment":{"id":"ord-42"},"operations":[{"id":1,"code":0,"signature":"s"},{"id":2}],\
        "frame_mode":"iframe","some_bool_param":true,"empty":null,"none":[],"number":1.50}
        """,
        """
        {"general":{"project_id":10,"payment_id":"ord-42"},"payment":{"amount":1999,"currency":"USD"}}
        """,
        """
        {"project_id":10,"payment_id":"internal_payment_id_1","payment_amount":1999,"payment_currency":"USD","action":"auth",\
        "payment_description":"T-shirt with dog print","customer_id":"10","region_code":"US","language_code":"IT",\
        "hide_saved_wallets":false,"token":"tok_success","force_payment_method":"card","receipt_data":"e30=",\
        "additional_fields":[{"name":"email","value":"ana@loja.example"}],"secure_info":{"challenge_indicator":"04",\
        "gift_card":{"amount":500,"count":1,"currency":"GBP"},"customer":{"address_match":"Y","account":{"auth_method":"04"}}},\
        "recurrent_info":{"register":true,"type":"R","period":"M","interval":1,"expiry_day":"06","expiry_month":"11",\
        "expiry_year":"2026","start_date":"12-02-2026","time":"12:00:00","amount":1000,"scheduled_payment_id":"s-1"}}
        """,
        "project_id=10&payment_id=ord-42&payment_amount=100&interface_type=%7B%22id%22%3A%2024%7D&a%3Ab=x%3By&signature=AA",
    ])

    static let placetopay = bytes([
        """
        {"auth":{"login":"sandbox","tranKey":"1HeFKdVDB63DIerOEcyoLWAVZj5OfwZPExqRLAKS2W4=","nonce":"OTI3MzQyMTk3",\
        "seed":"2023-06-21T09:56:06-05:00"},"locale":"es_CO","buyer":{"name":"Ana","surname":"Exemplo","email":\
        "ana@loja.example","document":"1","documentType":"CC","mobile":"573000000000","address":{"street":"1","city":\
        "Bogotá","country":"CO"}},"payment":{"reference":"order-1","description":"Books","amount":{"currency":"COP","total":\
        165000.0,"details":[{"kind":"subtotal","amount":150000.0}],"taxes":[{"kind":"valueAddedTax","amount":15000,"base":1}]},\
        "items":[{"sku":302,"name":"B","category":"Books","qty":1,"price":80000,"tax":15200.0}],"allowPartial":false},\
        "expiration":"2026-01-31T07:00:00-05:00","returnUrl":"redirection://receipt?return","cancelUrl":\
        "https://shop.example/cancel","ipAddress":"127.0.0.1","userAgent":"fuzz","skipResult":true,"fields":[{"keyword":"k",\
        "value":"v","displayOn":"none"}]}
        """,
        """
        {"auth":{"login":"sandbox","tranKey":"unuHkaAapZBIe695HJxCNfGmB2XLKG7RjndR+PjezA4=","nonce":"NjE0OWVkODgwYjNhNw==",\
        "seed":"2023-10-17T16:22-0500"}}
        """,
        """
        {"status":{"status":"APPROVED","reason":"00","message":null,"date":"2019-01-01T12:00:00-05:00"},"requestId":1234,\
        "reference":"order-1","signature":"9f83f1efc8ace00aaca07b8750df1e261b95a1ab"}
        """,
        """
        {"status":{"status":"REJECTED","reason":401,"message":"no","date":"2026-01-31T07:00:00-05:00"},"requestId":2630139,\
        "reference":"o","signature":"sha256:073c7f801f6c7575d3b16c27bc40ab5fe950d44f6edf756422a044eb004e687a"}
        """,
        """
        {"status":{"status":"PENDING","reason":"PT","message":"","date":"2026-01-31T07:00:00-05:00"},"requestId":1,\
        "processUrl":"https://shop.example/spa/session/1/0","request":{"locale":"es_CO","payment":{"reference":"o","amount":{\
        "currency":"COP","total":1}}},"payment":[{"status":{"status":"APPROVED","reason":"00","message":"","date":"d"},\
        "internalReference":1,"reference":"o","paymentMethod":"visa","paymentMethodName":"Visa","issuerName":"B","amount":{\
        "from":{"currency":"COP","total":1},"to":{"currency":"COP","total":1},"factor":1},"authorization":"1","receipt":"1",\
        "franchise":"v","refunded":false,"processorFields":[{"keyword":"k","value":"v","displayOn":"none"}]}],\
        "subscription":null}
        """,
    ])

    static let yuno = bytes([
        """
        {"type":"payment","type_event":"payment.purchase","account_id":"00000000-0000-4000-8000-00000000000a","retry":0,\
        "version":2,"data":{"idempotency_key":"k","payment":{"id":"00000000-0000-4000-8000-0000000000b1","status":"SUCCEEDED",\
        "sub_status":"APPROVED","account_id":"00000000-0000-4000-8000-00000000000a","merchant_order_id":"order-1",\
        "description":"A","country":"BR","amount":{"currency":"BRL","value":10.5,"captured":10.5,"refunded":0},"checkout":{\
        "session":"00000000-0000-4000-8000-0000000000d1","sdk_action_required":false},"payment_method":{"type":"PIX","vaulted_token":null},"transactions":[],\
        "created_at":"2026-01-31T12:00:00Z","updated_at":"2026-01-31T12:00:00Z","idempotency_key":"k"}}}
        """,
        """
        {"account_id":"00000000-0000-4000-8000-00000000000a","merchant_order_id":"order-1","payment_description":"A lamp",\
        "country":"BR","amount":{"currency":"BRL","value":10},"alternative_amount":{"currency":"USD","value":2.0001},\
        "workflow":"SDK_SEAMLESS","callback_url":"yunoexample://return","payment_method":{"detail":{"card":{"capture":false}}}}
        """,
        """
        {"id":"00000000-0000-4000-8000-0000000000b1","status":"PENDING","sub_status":"AUTHORIZED","transactions":[{"id":\
        "00000000-0000-4000-8000-0000000000c1","type":"AUTHORIZE","status":"SUCCEEDED","amount":{"currency":"BRL","value":1},\
        "response_code":"SUCCEEDED","created_at":"2026-01-31T12:00:00Z","updated_at":"2026-01-31T12:00:00Z"}]}
        """,
        """
        {"checkout_session":"s","account_id":"00000000-0000-4000-8000-00000000000a","merchant_order_id":"order-1",\
        "payment_description":"A lamp","country":"BR","amount":{"currency":"BRL","value":10},"callback_url":"a://b",\
        "payment_method":{"detail":{"card":{"capture":true}}},"created_at":"2026-01-31T12:00:00Z",\
        "expires_at":"2026-01-31T17:00:00Z"}
        """,
        """
        {"checkout_session":"s","payment":"p","status":"PENDING","sub_status":"PENDING_PROVIDER_CONFIRMATION","amount":{\
        "currency":"BRL","value":1},"payment_method_type":"PIX","action":{"type":"QR","url":"http://localhost/pix/0","payload":\
        "0002","expires_at":"2026-01-31T12:00:00Z"},"callback_url":"a://b"}
        """,
        #"{"payment_method":{"type":"CARD","vaulted_token":"tok_success"},"country_code":"BR","language":"EN"}"#,
        #"{"merchant_reference":"ref","reason":"PRODUCT_CONFIRMED","amount":{"currency":"BRL","value":1.5}}"#,
        #"{"code":"INVALID_STATUS","messages":["a"]}"#,
        "yunoexample://return?checkout_session=s&status=SUCCEEDED#f",
    ])

    static let takeme = bytes([
        """
        t=1769860800,v1=d76781ce51f4b66162ae471743687aefe11debe42d916f3061f46fc7fc13fd9f
        {"id":"evt_1","type":"source.chargeable","created":1769860800000,"data":{"object":"source","id":"src_1","status":\
        "chargeable","amount":10,"currency":"JPY"}}
        """,
        """
        t=0,v1=4eba91c909674540934eeada14bf813bd877ed74b463cb2ba903ec5893c9e3bb
        {"object":"source","id":"src_1","amount":10,"clientSecret":"c","currency":"JPY","metadata":{"order":"42"},\
        "description":null,"created":1769860800000,"updated":1769860800000,"redirect":{"url":"u","returnUrl":null,"status":\
        "pending"},"status":"pending","type":"WeChatPay","flow":"redirect","liveMode":false,"subType":null,"payload":null}
        """,
        """

        {"amount":10,"currency":"JPY","type":"Alipay","flow":"redirect","description":"Tea","metadata":{"order":"42"},\
        "redirectReturnUrl":"https://shop.example/back"}
        """,
        "\n{\"id\":\"ch_1\",\"object\":\"charge\",\"source\":\"src_1\",\"amount\":10,\"currency\":\"JPY\"}",
        "\n{\"error\":{\"code\":\"not_found\",\"message\":\"m\",\"param\":\"p\"}}",
        "\n[{\"type\":\"WeChatPay\"},{\"type\":\"Other\"}]",
    ])

    static let decimals = bytes([
        "19.99\n0.01", "1.50\n1.5", "-0.000000000000000001\n999999999999999999", "1e18\n1E-18", "-0\n0.0",
        "123e2\n-123E+2", "0.999999999999999999\n1",
    ])

    static let codes: [[UInt8]] = {
        let text =
            "00020101021226630014br.gov.bcb.pix2541127.0.0.1:8420/pix/AAAAAAAAAAAAAAAAAAAAAA520400005303986540510.005802BR"
            + "5912LOJA EXEMPLO6009SAO PAULO62070503***"
        return bytes(["\(text)6304BAC3", "\0\(text)"])
    }()

    private static func bytes(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }
}
