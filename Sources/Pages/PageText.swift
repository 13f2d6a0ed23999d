/// The texts that code uses. Each table in `Files/texts` has them, and those that only templates use.
package enum PageText: String, CaseIterable, Sendable {
    // All pages
    case pageLanguage = "page.language"
    case pageGoOn = "page.goOn"
    case pageForeignForm = "page.foreignForm"

    // The bank's page
    case bankTitle = "bank.title"
    case bankBranch = "bank.branch"
    case bankUnnamed = "bank.unnamed"
    case bankValidity = "bank.validity"
    case bankTimeLeft = "bank.timeLeft"
    case bankTimeStands = "bank.timeStands"
    case bankFooter = "bank.footer"
    case bankUnknownTitle = "bank.unknownTitle"
    case bankUnknown = "bank.unknown"
    case bankMalformedTitle = "bank.malformedTitle"
    case bankMalformed = "bank.malformed"
    case bankDecidedTitle = "bank.decidedTitle"
    case bankDecided = "bank.decided"
    case bankExpiredTitle = "bank.expiredTitle"
    case bankExpired = "bank.expired"
    case bankFailedTitle = "bank.failedTitle"
    case bankFailed = "bank.failed"
    case bankDownTitle = "bank.downTitle"
    case bankCanceledTitle = "bank.canceledTitle"
    case bankCanceled = "bank.canceled"
    case bankReturnedTitle = "bank.returnedTitle"
    case bankReturned = "bank.returned"
    case bankStartAgain = "bank.startAgain"
    case bankGoBack = "bank.goBack"
    case bankTryLater = "bank.tryLater"
    case bankOpenAgain = "bank.openAgain"
    case bankAlwaysAnswers = "bank.alwaysAnswers"
    case bankUsual = "bank.usual"

    // The payer's pages
    case payerQuestion = "payer.question"
    case payerPayee = "payer.payee"
    case payerAmount = "payer.amount"
    case payerCurrency = "payer.currency"
    case payerReference = "payer.reference"
    case payerAccount = "payer.account"
    case payerApprove = "payer.approve"
    case payerDecline = "payer.decline"
    case payerCancel = "payer.cancel"
    case payerCard = "payer.card"
    case payerChoose = "payer.choose"
    case payerOtherPasskey = "payer.otherPasskey"
    case payerFooter = "payer.footer"
    case payerUnsupported = "payer.unsupported"
    case payerFailed = "payer.failed"
    case payerUnknown = "payer.unknown"
    case payerMalformed = "payer.malformed"
    case payerDecided = "payer.decided"
    case payerOver = "payer.over"
    case payerApproved = "payer.approved"
    case payerDeclined = "payer.declined"
    case payerCanceled = "payer.canceled"
    case payerRefused = "payer.refused"
    case payerGoBack = "payer.goBack"
    case payerGoBackToPage = "payer.goBackToPage"

    // The page of the sandbox itself
    case welcomeText = "welcome.text"
    case welcomeFooter = "welcome.footer"

    // The dashboard
    case dashboardOverview = "dashboard.overview"
    case dashboardObjects = "dashboard.objects"
    case dashboardCeremonies = "dashboard.ceremonies"
    case dashboardRequests = "dashboard.requests"
    case dashboardWebhooks = "dashboard.webhooks"
    case dashboardEvents = "dashboard.events"
    case dashboardInspect = "dashboard.inspect"
    case dashboardPytest = "dashboard.pytest"
    case dashboardFooter = "dashboard.footer"
    case dashboardNotFound = "dashboard.notFound"
    case dashboardRefused = "dashboard.refused"
    case dashboardTokenTitle = "dashboard.tokenTitle"

    // The dashboard's logs
    case logsRequestGone = "logs.requestGone"
    case logsBodyCut = "logs.bodyCut"
    case logsBodyOmitted = "logs.bodyOmitted"
    case logsBodyDropped = "logs.bodyDropped"
    case logsDeliveryUnknown = "logs.deliveryUnknown"
    case logsDelivery = "logs.delivery"
    case logsEndpointRemoved = "logs.endpointRemoved"
    case logsNotAccepted = "logs.notAccepted"
    case logsFidelity = "logs.fidelity"

    // An object's history as a test
    case pytestTitle = "pytest.title"
    case pytestUnknown = "pytest.unknown"
    case pytestGaps = "pytest.gaps"

    // Objects in the dashboard
    case objectsLaneApp = "objects.laneApp"
    case objectsLaneBackend = "objects.laneBackend"
    case objectsLaneProvider = "objects.laneProvider"
    case objectsLaneBank = "objects.laneBank"
    case objectsLaneDevice = "objects.laneDevice"
    case objectsIn = "objects.in"

    /// `bank` of `bank.approve`.
    var area: String { String(rawValue.prefix { $0 != "." }) }
    /// `approve` of `bank.approve`.
    var name: String { String(rawValue.drop { $0 != "." }.dropFirst()) }
}
