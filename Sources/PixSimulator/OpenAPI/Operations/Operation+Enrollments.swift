import PixAPI

extension Operation {
    static let enrollments = [
        Operation(
            method: .post, path: "enrollments", id: "createEnrollment", tag: .enrollments,
            summary: "Begin an enrollment",
            about: "A repeated request begins a second enrollment; external_id finds them.",
            body: .of(.createEnrollment),
            answers: [
                .created(
                    .enrollment, "The enrollment; details.redirect_url is the bank's page",
                    links: [
                        .toObject("showEnrollment"), .toObject("showRegistrationOptions"),
                        .toObject("confirmEnrollment"),
                    ])
            ],
            refusals: [
                .required("details.risk_signals.deviceId", "Found nothing, expected a text."),
                .invalid("details.callback_url", "Expected an https URL, or http on the loopback interface."),
                .invalid("details.customer", "There is no such customer."),
                .invalid("details.institution", "There is no such institution."),
            ],
            takesScenario: true),
        Operation(
            method: .get, path: "enrollments", id: "listEnrollments", tag: .enrollments,
            summary: "List enrollments, newest first",
            query: Parameter.paging + [
                .query("device_id", "deviceId of the risk signals", .text, example: "K0f1e2d3c4b5a6978"),
                .query("customer__identifier", "CPF or CNPJ of the customer", .text, example: "12345678909"),
                .query("customer", "Id of the customer", .uuid, example: .string(Seeds.customer)),
                .query("institution", "Id of the institution", .uuid, example: .string(Seeds.institution)),
                .query("status", "The status", .choice(EnrollmentStatus.self), example: "PENDING"),
                .query("external_id", "The caller's own id", .text, example: "aparelho-7"),
            ],
            answers: [.list(.enrollment, "A page of enrollments")], refusals: Refusal.paging),
        Operation(
            method: .post, path: "enrollments/complete-redirection", id: "completeRedirection", tag: .enrollments,
            summary: "Report what came back on the callback URL",
            about: "Of a success state, code and id_token; of an error state, error and error_description.",
            body: .of(.completeRedirection),
            answers: [.shown(.enrollment, "The enrollment, which an error has made FAILED")],
            refusals: [
                .required("state", "Found nothing, expected a string."),
                .invalid("state", "No redirect of the bank carried this state."),
                .invalid("code", "This is not the code that came with the state."),
                .invalid("id_token", "This is not the ID token that came with the state."),
                .invalidStatus("redirection_succeeded is not possible: the enrollment is succeeded."),
            ]),
        Operation(
            method: .get, path: "enrollments/{id}", id: "showEnrollment", tag: .enrollments,
            summary: "Show an enrollment", answers: [.shown(.enrollment, "The enrollment")],
            refusals: [.notFound("There is no such enrollment.")]),
    ]
}
