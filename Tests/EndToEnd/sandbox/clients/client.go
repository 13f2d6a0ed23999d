// Enrolls and pays with Go's net/http.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"os/exec"
	"time"
)

const method = "open_finance_biometric_pix"

type object = map[string]any

var client = &http.Client{Timeout: 60 * time.Second}

// call returns the body of the answer; nil if the object does not exist yet.
func call(verb, path string, body []byte) []byte {
	request, err := http.NewRequest(verb, os.Getenv("TOQUE_SERVER")+path, bytes.NewReader(body))
	check(err)
	request.SetBasicAuth(os.Getenv("TOQUE_API_KEY_ID"), os.Getenv("TOQUE_API_KEY_SECRET"))
	request.Header.Set("Content-Type", "application/json")
	answer, err := client.Do(request)
	check(err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	check(err)
	if verb == "GET" && answer.StatusCode == http.StatusNotFound {
		return nil
	}
	if answer.StatusCode >= 300 {
		log.Fatalf("%s %s: %s %s", verb, path, answer.Status, text)
	}
	return text
}

// poll asks until the object exists and is no longer pending.
func poll(path string) []byte {
	for {
		if answer := call("GET", path, nil); answer != nil && decode(answer)["status"] != "PENDING" {
			return answer
		}
		time.Sleep(100 * time.Millisecond)
	}
}

func phone(input []byte, arguments ...string) []byte {
	command := exec.Command("toque", arguments...)
	command.Stdin = bytes.NewReader(input)
	command.Stderr = os.Stderr
	output, err := command.Output()
	check(err)
	return output
}

func decode(text []byte) object {
	var value object
	check(json.Unmarshal(text, &value))
	return value
}

func encode(value any) []byte {
	text, err := json.Marshal(value)
	check(err)
	return text
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	file := os.Getenv("RISK_SIGNALS")
	signals, err := os.ReadFile(file)
	check(err)
	enrollment := decode(call("POST", "/enrollments/", encode(object{"type": method, "details": object{
		"customer":     os.Getenv("TOQUE_CUSTOMER"),
		"institution":  os.Getenv("TOQUE_INSTITUTION"),
		"platform":     "CROSS_PLATFORM",
		"callback_url": "https://merchant.example/return",
		"risk_signals": json.RawMessage(signals),
	}})))
	path := fmt.Sprintf("/enrollments/%s/", enrollment["id"])
	page := enrollment["details"].(object)["redirect_url"].(string)
	call("POST", "/enrollments/complete-redirection/", phone(nil, "approve", page, "--body"))
	options := poll(path + "fido-registration-options/")
	call("POST", path+"confirm/", phone(options, "register", "-", "--body"))
	poll(path)

	payment := decode(call("POST", "/payment-intents/", encode(object{
		"amount":                       "0.13",
		"allowed_payment_method_types": []string{method},
		"customer":                     os.Getenv("TOQUE_CUSTOMER"),
		"description":                  "Paid from Go",
		"statement_description":        "Test",
		"payment_method_details": object{method: object{
			"beneficiary_bank_account": os.Getenv("TOQUE_BENEFICIARY_BANK_ACCOUNT"),
			"enrollment":               enrollment["id"],
		}},
		"confirm": true,
	})))
	challenge := payment["payment_method_information"].(object)[method].(object)["fido_options"]
	assertion := phone(encode(challenge), "sign", "-", "--body", "--risk-signals", file)
	path = fmt.Sprintf("/payment-intents/%s/", payment["id"])
	call("POST", path+"authorize/", assertion)
	fmt.Printf("%s\n", poll(path))
}
