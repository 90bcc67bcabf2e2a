package audit_test

import (
	"testing"

	"lectern/internal/kernel/audit"
)

func TestFileNamesHideNumbersOfPeople(t *testing.T) {
	for name, want := range map[string]string{
		"students-2026.xlsx":          "students-2026.xlsx",
		"学号202501001.xlsx":            "学号202501001.xlsx",
		"20261119-201530.mp4":         "20261119-201530.mp4",
		"林晓雨 310115200603048003.xlsx": "林晓雨 ***.xlsx",
		"31011520060304800x.csv":      "***.csv",
		"310115060304800.pdf":         "***.pdf",
		"３１０１１５２００６０３０４８００３ and 6222.csv": "*** and 6222.csv",
	} {
		if got := audit.FileName(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
