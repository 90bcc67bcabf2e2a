// Package student owns the records of students and the programmes. Accounts and the profiles people write about
// themselves belong to package account, courses and groups to package course.
// groups to package course.
//
// field.go says who may write each field: staff only, the student once, or the student at any time. Service enforces
// it; start there.
package student

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/locale"
)

// Record is the college's data about one student. Empty means unknown.
type Record struct {
	ID      string
	Account string // account id; empty: none

	Number     string // student number
	Name       string
	NameLatin  string
	Gender     string // female, male or empty
	Photo      string // key in the blob store
	Phone      string // 11 digits of the mainland, or +…
	NationalID string // masked; see Service.Reveal
	Campus     Named
	Programme  Named
	College    Named // the faculty of the programme; it has no code
	Class      string
	EntryYear  int
	StudyMode  string // one of StudyModes
	Status     string // one of Statuses
	Graduation civil.Date
	Adviser    string
	AdviserEn  string // of the only teacher with that name; empty if there is none or several

	CreditsEarned   Credits
	CreditsRequired Credits

	NativePlace    string // region code
	EmergencyName  string
	EmergencyPhone string

	Email   string
	Address string

	Created time.Time
	Updated time.Time
}

// Editable lists the fields the student may write now: free fields, and fill-once fields that are empty.
func (r Record) Editable() []Field {
	list := fieldsOf(Free)
	for field, value := range map[Field]string{
		FieldNativePlace: r.NativePlace, FieldEmergencyName: r.EmergencyName, FieldEmergencyPhone: r.EmergencyPhone,
	} {
		if value == "" {
			list = append(list, field)
		}
	}
	slices.Sort(list)
	return list
}

// Texts returns every field as Changes, except for the national ID, which is masked here.
func (r Record) Texts() Changes {
	return Changes{
		FieldNumber: r.Number, FieldName: r.Name, FieldNameLatin: r.NameLatin,
		FieldGender: r.Gender, FieldPhone: r.Phone, FieldCampus: r.Campus.Code, FieldProgramme: r.Programme.Code,
		FieldClass: r.Class, FieldEntryYear: yearText(r.EntryYear), FieldStudyMode: r.StudyMode,
		FieldStatus: r.Status, FieldGraduation: r.Graduation.String(), FieldAdviser: r.Adviser,
		FieldCreditsEarned: r.CreditsEarned.String(), FieldCreditsRequired: r.CreditsRequired.String(),
		FieldNativePlace: r.NativePlace, FieldEmergencyName: r.EmergencyName, FieldEmergencyPhone: r.EmergencyPhone,
		FieldEmail: r.Email, FieldAddress: r.Address,
	}
}

func yearText(year int) string {
	if year == 0 {
		return ""
	}
	return strconv.Itoa(year)
}

// ClassEn returns the English name of the class: the programme's English name with the letters and digits of the class,
// because the Chinese part stands for the programme (市营2401 is Marketing 2401). It is empty if there is none, or the
// name needs no translation.
func (r Record) ClassEn() string { return classEn(r.Class, r.Programme) }

func classEn(class string, programme Named) string {
	han := func(c rune) bool { return unicode.Is(unicode.Han, c) }
	if !strings.ContainsFunc(class, han) || programme.NameEn == "" {
		return ""
	}
	latin := strings.FieldsFunc(class, func(c rune) bool { return han(c) || !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	return strings.TrimSpace(programme.NameEn + " " + strings.Join(latin, "-"))
}

// Named is something with a code and a name in both languages.
type Named struct {
	Code   string `json:"code"`
	Name   string `json:"name" doc:"In Chinese."`
	NameEn string `json:"nameEn" doc:"In English; empty if there is none."`
}

// In returns the name in a language, or in the other one if it is empty.
func (n Named) In(lang locale.Language) string { return locale.Pick(lang, n.Name, n.NameEn) }

// Credits are tenths of a credit, because there are half credits and floats don't add up.
type Credits int64

// Float returns credits.
func (c Credits) Float() float64 { return float64(c) / 10 }

// String formats credits: 160, 2.5.
func (c Credits) String() string { return strconv.FormatFloat(c.Float(), 'f', -1, 64) }

// Programme is what students study for a degree.
type Programme struct {
	Code, Name, NameEn string
	College, CollegeEn string
}

// StudyModes lists the modes of study.
func StudyModes() []string { return []string{"full-time", "part-time", "distance", "exchange"} }

// withdrawn is the status of a student who has left the college without a degree (退学).
const withdrawn = "withdrawn"

// Statuses lists the statuses of students. Messages to many reach the first three.
func Statuses() []string {
	return []string{"enrolled", "suspended", "exchange", "graduated", withdrawn}
}
