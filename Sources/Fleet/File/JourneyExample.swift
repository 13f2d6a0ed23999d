extension JourneyFile {
    /// A file with everything that a first load test wants to change.
    public static let example = """
        # Who does what to which server, for `toque fleet run`, `toque fleet serve` and ToqueUser.
        target = "http://127.0.0.1:8420"
        seed = "rehearsal"          # the same devices in each run; without it, new ones
        devices = 100
        profile = "android"

        [journeys]                  # weights
        pay = 8                     # devices are enrolled once, before their first payment
        enroll-and-pay = 1
        browse = 3

        [think]                     # how long a person thinks: fixed, uniform or exponential
        uniform = ["100ms", "300ms"]

        [faults]                    # shares of the payments
        bad-signature = 0.01
        replay = 0.01
        decline = 0.02
        crash-and-resume = 0.01

        [scenarios]                 # shares of the journeys; `toque sandbox scenarios` lists them
        "payment.insufficient_funds" = 0.02
        """
}
