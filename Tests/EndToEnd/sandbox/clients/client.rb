# Enrolls and pays with Ruby's Net::HTTP, over one connection that stays open.
require "json"
require "net/http"
require "open3"

METHOD = "open_finance_biometric_pix"
SERVER = URI(ENV.fetch("TOQUE_SERVER"))
HTTP = Net::HTTP.start(SERVER.host, SERVER.port, read_timeout: 60, max_retries: 0)

# The JSON of the answer; nil if the object does not exist yet.
def call(method, path, body = nil)
  request = Net::HTTPGenericRequest.new(method, !body.nil?, true, path, "Content-Type" => "application/json")
  request.basic_auth(ENV.fetch("TOQUE_API_KEY_ID"), ENV.fetch("TOQUE_API_KEY_SECRET"))
  answer = HTTP.request(request, body)
  return if method == "GET" && answer.code == "404"
  raise "#{method} #{path}: #{answer.code} #{answer.body}" unless answer.is_a?(Net::HTTPSuccess)

  JSON.parse(answer.body) unless answer.body.to_s.empty?
end

# Polls until the object exists and is no longer pending.
def poll(path)
  loop do
    answer = call("GET", path)
    return answer if answer && answer["status"] != "PENDING"

    sleep 0.1
  end
end

def phone(*command, input: "")
  output, status = Open3.capture2("toque", *command, stdin_data: input)
  raise command.join(" ") unless status.success?

  output
end

details = {
  customer: ENV.fetch("TOQUE_CUSTOMER"),
  institution: ENV.fetch("TOQUE_INSTITUTION"),
  platform: "CROSS_PLATFORM",
  callback_url: "https://merchant.example/return",
  risk_signals: JSON.parse(File.read(ENV.fetch("RISK_SIGNALS")))
}
enrollment = call("POST", "/enrollments/", { type: METHOD, details: details }.to_json)
callback = phone("approve", enrollment["details"]["redirect_url"], "--body")
call("POST", "/enrollments/complete-redirection/", callback)
options = poll("/enrollments/#{enrollment["id"]}/fido-registration-options/")
credential = phone("register", "-", "--body", input: options.to_json)
call("POST", "/enrollments/#{enrollment["id"]}/confirm/", credential)
poll("/enrollments/#{enrollment["id"]}/")

order = {
  amount: "0.13",
  allowed_payment_method_types: [METHOD],
  customer: ENV.fetch("TOQUE_CUSTOMER"),
  description: "Paid from Ruby",
  statement_description: "Test",
  payment_method_details: {
    METHOD => {
      beneficiary_bank_account: ENV.fetch("TOQUE_BENEFICIARY_BANK_ACCOUNT"), enrollment: enrollment["id"]
    }
  },
  confirm: true
}
payment = call("POST", "/payment-intents/", order.to_json)
challenge = payment["payment_method_information"][METHOD]["fido_options"].to_json
assertion = phone("sign", "-", "--body", "--risk-signals", ENV.fetch("RISK_SIGNALS"), input: challenge)
call("POST", "/payment-intents/#{payment["id"]}/authorize/", assertion)
puts poll("/payment-intents/#{payment["id"]}/").to_json
