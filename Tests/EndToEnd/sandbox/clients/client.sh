#!/bin/bash
# Enrolls and pays with curl. Passes its arguments to curl, such as --http2.
set -euo pipefail

method=open_finance_biometric_pix
curl=(
    curl --silent --show-error --max-time 60 --user "$TOQUE_API_KEY_ID:$TOQUE_API_KEY_SECRET"
    --header 'Content-Type: application/json' "$@"
)
api=("${curl[@]}" --fail-with-body)

# One curl command sends both requests on one connection.
"${api[@]}" "$TOQUE_SERVER/institutions/" "$TOQUE_SERVER/customers/" >/dev/null

# Polls the path until the object exists and is no longer pending.
poll() {
    local answer status
    while true; do
        answer=$("${curl[@]}" --write-out '\n%{http_code}' "$TOQUE_SERVER$1")
        status=${answer##*$'\n'} answer=${answer%$'\n'*}
        case $status in
        404) ;;
        200)
            if ! jq --exit-status '.status == "PENDING"' <<<"$answer" >/dev/null; then
                echo "$answer"
                return
            fi
            ;;
        *)
            echo "GET $1: $status $answer" >&2
            exit 1
            ;;
        esac
        sleep 0.2
    done
}

enrollment=$(
    jq --null-input --arg method "$method" --slurpfile signals "$RISK_SIGNALS" '{type: $method, details: {
        customer: env.TOQUE_CUSTOMER, institution: env.TOQUE_INSTITUTION, platform: "CROSS_PLATFORM",
        callback_url: "https://merchant.example/return", risk_signals: $signals[0]}}' |
        "${api[@]}" --data @- "$TOQUE_SERVER/enrollments/"
)
path=/enrollments/$(jq --raw-output .id <<<"$enrollment")/
toque approve "$(jq --raw-output .details.redirect_url <<<"$enrollment")" --body |
    "${api[@]}" --data @- "$TOQUE_SERVER/enrollments/complete-redirection/" >/dev/null
poll "${path}fido-registration-options/" | toque register - --body | "${api[@]}" --data @- "$TOQUE_SERVER${path}confirm/"
poll "$path" >/dev/null

payment=$(
    jq --arg method "$method" '{
        amount: "0.13", allowed_payment_method_types: [$method], customer: env.TOQUE_CUSTOMER,
        description: "Paid from a shell", statement_description: "Test", confirm: true,
        payment_method_details: {($method): {
            beneficiary_bank_account: env.TOQUE_BENEFICIARY_BANK_ACCOUNT, enrollment: .id}}}' <<<"$enrollment" |
        "${api[@]}" --data @- "$TOQUE_SERVER/payment-intents/"
)
path=/payment-intents/$(jq --raw-output .id <<<"$payment")/
jq --arg method "$method" '.payment_method_information[$method].fido_options' <<<"$payment" |
    toque sign - --body --risk-signals "$RISK_SIGNALS" |
    "${api[@]}" --data @- "$TOQUE_SERVER${path}authorize/"
poll "$path"
