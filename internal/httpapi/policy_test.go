package httpapi

import (
	"fmt"
	"strings"
	"testing"
)

func TestPagePolicyNamesTheLiveOrigins(t *testing.T) {
	for _, origins := range [][]string{nil, {testLiveOrigin, "http://127.0.0.1:9000"}} {
		text := pagePolicy("", origins)[0]
		want := strings.TrimSpace("'self' " + strings.Join(origins, " "))
		for _, part := range []string{fmt.Sprintf("media-src %s blob:;", want), fmt.Sprintf("connect-src %s;", want)} {
			if !strings.Contains(text, part) {
				t.Errorf("%q is not in %q", part, text)
			}
		}
		if strings.Contains(text, "script-src 'self' ") || strings.Contains(text, "style-src 'self' ") {
			t.Errorf("scripts or styles may come from elsewhere: %q", text)
		}
	}
}

func TestPagePolicyAllowsTheScriptAndTheStyleOfThePageAndNoOther(t *testing.T) {
	const alert, plain = "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='", "'sha256-gG2yISYereRMiG2lMXrbiUgi0Ubw9p7QCeWcroOvy9Y='"
	for page, want := range map[string]string{
		"<div id=root></div>":                              "script-src 'self'; style-src 'self';",
		`<script src="/a.js"></script><script src=b>`:      "script-src 'self'; style-src 'self';",
		`<script data-early="{}">alert(1)</script><p>`:     "script-src 'self' " + alert + "; style-src 'self';",
		"<script>alert(1)</script><script src=b></script>": "script-src 'self' " + alert + "; style-src 'self';",
		"<style>p{}</style><p>":                            "script-src 'self'; style-src 'self' " + plain + ";",
		"<script>alert(1)</script><style>p{}</style>":      "script-src 'self' " + alert + "; style-src 'self' " + plain + ";",
	} {
		if text := pagePolicy(page, nil)[0]; !strings.Contains(text, want) {
			t.Errorf("%s: %q", page, text)
		}
	}
}
