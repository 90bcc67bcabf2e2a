// Package student keeps what the college knows about a person who studies. It owns the student's record and the
// programmes; the account that logs in and the profile one writes about oneself belong to package account, courses and
// groups to package course.
//
// Every field has a class (field.go): official ones are written by staff, some a student may fill once, the rest are
// the student's own. Service enforces that; start there.
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

// A Record is one student as the college knows them. Empty means that the college does not know.
type Record struct {
	ID      string
	Account string // account id; empty while there is none

	Number     string // student number
	Name       string
	NameLatin  string
	Gender     string // female, male or empty
	Photo      string // key in the blob store
	Phone      string // 11 digits of the mainland, or +…
	NationalID string // masked; see Service.Reveal
	Campus     Named
	Programme  Named
	College    Named // the faculty that offers the programme; it has no code of its own
	Class      string
	EntryYear  int
	StudyMode  string // one of StudyModes
	Status     string // one of Statuses
	Graduation civil.Date
	Adviser    string
	AdviserEn  string // of the teacher who has the adviser's name; empty when there is none, or several

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

// Editable lists what the student may write now: the free fields, and the fill-once fields that are still empty.
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

// Texts returns every field as Changes take it; the national ID, which is masked here, is left out.
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

// ClassEn names the class in English: the programme's English name and the letters and digits of the class, because the
// Chinese part of a class's name stands for the programme (市营2401 is Marketing 2401). It is empty where the name needs
// no other form or there is none.
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
	NameEn string `json:"nameEn" doc:"In English; empty when the college gives none."`
}

// In returns the name in a language, or the other one where there is none.
func (n Named) In(lang locale.Language) string { return locale.Pick(lang, n.Name, n.NameEn) }

// Credits are counted in tenths, because half credits exist and floating point would not add up.
type Credits int64

// Float returns whole credits.
func (c Credits) Float() float64 { return float64(c) / 10 }

// String writes whole credits: 160, 2.5.
func (c Credits) String() string { return strconv.FormatFloat(c.Float(), 'f', -1, 64) }

// A Programme is what students read for.
type Programme struct {
	Code, Name, NameEn string
	College, CollegeEn string
}

// StudyModes lists the ways to study.
func StudyModes() []string { return []string{"full-time", "part-time", "distance", "exchange"} }

// Statuses lists the states of a student at the college. Messages to many reach the first three.
func Statuses() []string {
	return []string{"enrolled", "suspended", "exchange", "graduated", "withdrawn"}
}
