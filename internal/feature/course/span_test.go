package course

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The browser joins by the same rule: its test in web/src reads the same file.
func TestIntervalsJoinAsInTheBrowser(t *testing.T) {
	raw, err := os.ReadFile("testdata/joined-intervals.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Name          string
		Given, Joined [][2]int64
	}
	if err := json.Unmarshal(raw, &cases); err != nil || len(cases) == 0 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	for _, tc := range cases {
		var spans Spans
		for _, pair := range tc.Given {
			spans, _ = spans.add(Span{pair[0], pair[1]}, 1<<40)
		}
		got := [][2]int64{}
		for _, span := range spans {
			got = append(got, [2]int64{span.From, span.To})
		}
		if diff := cmp.Diff(tc.Joined, got); diff != "" {
			t.Errorf("[2.22] %s\n%s", tc.Name, diff)
		}
	}
}
