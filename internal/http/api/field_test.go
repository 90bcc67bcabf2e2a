package api

import (
	"regexp"
	"strings"
	"testing"

	"lectern/internal/feature/student"
	"lectern/internal/kernel/locale"
)

// [1.3] People see a field's name in their language, never the contract's.
func TestFieldsHaveNames(t *testing.T) {
	eachPortal(t, func(t *testing.T, p *portal) {
		v := p.as("lin")
		raw := regexp.MustCompile(`“[A-Za-z]+”`)
		refused := func(path, name string) string {
			t.Helper()
			got := v.send("PATCH", path, `{"`+name+`":"\u0001"}`, "Accept-Language", "zh-CN")
			if got.status < 400 || got.status >= 500 || raw.MatchString(got.body) {
				t.Errorf("[1.3] %s %s: %d %s", path, name, got.status, got.body)
			}
			return got.body
		}
		for _, name := range strings.Fields(
			"name job organization introduction personalWebsite jobName organizationName locationName phone " +
				"registrationDate accountId certification role nickname countryRegion area location email avatar") {
			refused("/api/user/info", name)
		}
		for _, name := range strings.Fields(
			"studentNumber name nameLatin gender photo phone nationalId campus programme class entryYear studyMode " +
				"enrolmentStatus expectedGraduation adviser creditsEarned creditsRequired nativePlace emergencyName " +
				"emergencyPhone email address") {
			refused("/api/student", name)
			if field := string(studentField(name)); locale.Field(locale.English, field) == field {
				t.Errorf("[1.3] %s has no name", field)
			}
		}
		if got := refused("/api/student", "studentNumber"); !strings.Contains(got, "“学号”由学校维护") {
			t.Errorf("got %s", got)
		}
		if got := refused("/api/user/info", "phone"); !strings.Contains(got, "“手机号”由学校维护") {
			t.Errorf("got %s", got)
		}
		if got := v.send("PATCH", "/api/user/info", `{"shoeSize":42}`); !strings.Contains(got.body, "'shoeSize'") {
			t.Errorf("an unknown field is called what it was called: %s", got.body)
		}
		if student.Writable(student.FieldNumber) || !student.Writable(student.FieldNativePlace) {
			t.Error("what a student may write")
		}
	})
}
