package ffmpeg_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Players start with the first rendition in the list: the middle one, which suits a phone.
func TestAPlayerBeginsInTheMiddle(t *testing.T) {
	folder, _, _, err := prepare(t, tool(t),
		film(t, "a.mp4", join([]string{"-f", "lavfi", "-i", "testsrc2=s=1280x720:r=5:d=1"}, h264)...))
	if err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(filepath.Join(folder, "master.m3u8"))
	if err != nil {
		t.Fatal(err)
	}
	order := strings.Join(regexp.MustCompile(`(?m)^v\d+`).FindAllString(string(raw), -1), " ")
	if order != "v480 v720 v360" {
		t.Errorf("the order is %s in\n%s", order, raw)
	}
}
