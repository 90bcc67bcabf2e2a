package student

import (
	"lectern/internal/feature/student/db"
	"lectern/internal/feature/student/nationalid"
	"lectern/internal/kernel/phone"
)

// Field is the API's name of a field of the record.
type Field string

// The fields, grouped by Editability.
const (
	FieldNumber          Field = "number"
	FieldName            Field = "name"
	FieldNameLatin       Field = "nameLatin"
	FieldGender          Field = "gender"
	FieldPhoto           Field = "photo"
	FieldPhone           Field = "phone"
	FieldNationalID      Field = "nationalId"
	FieldCampus          Field = "campus"
	FieldProgramme       Field = "programme"
	FieldClass           Field = "class"
	FieldEntryYear       Field = "entryYear"
	FieldStudyMode       Field = "studyMode"
	FieldStatus          Field = "status"
	FieldGraduation      Field = "graduation"
	FieldAdviser         Field = "adviser"
	FieldCreditsEarned   Field = "creditsEarned"
	FieldCreditsRequired Field = "creditsRequired"

	FieldNativePlace    Field = "nativePlace"
	FieldEmergencyName  Field = "emergencyName"
	FieldEmergencyPhone Field = "emergencyPhone"

	FieldEmail   Field = "email"
	FieldAddress Field = "address"
)

// Changes maps fields to new values as text: numbers in digits, dates as 2027-06-30, codes as they are.
type Changes map[Field]string

// Editability says who may write a field.
type Editability uint8

// The editabilities.
const (
	Official Editability = iota // staff only
	FillOnce                    // staff always, the student while it is empty
	Free                        // staff and the student
)

// studentRow is a row before it is written. The national ID is sealed last, because that needs the row's id.
type studentRow struct {
	db.Student
	nationalID *nationalid.ID // nil: unchanged
}

// rule says how a field is read, checked and written.
type rule struct {
	editability Editability
	private     bool // the audit log only records that it changed
	required    bool // official: may never be empty; other: the student may not clear it
	get         func(*studentRow) string
	set         func(*studentRow, string) error // gets trimmed text
}

// column returns the rule of a text column.
func column(editability Editability, at func(*db.Student) *string, clean func(string) (string, error)) rule {
	return rule{
		editability: editability,
		get:         func(d *studentRow) string { return *at(&d.Student) },
		set: func(d *studentRow, value string) error {
			if value != "" {
				var err error
				if value, err = clean(value); err != nil {
					return err
				}
			}
			*at(&d.Student) = value
			return nil
		},
	}
}

// number returns the rule of a number column that only staff write.
func number(at func(*db.Student) *int64, parse func(string) (int64, error), show func(int64) string) rule {
	return rule{
		get: func(d *studentRow) string { return show(*at(&d.Student)) },
		set: func(d *studentRow, value string) (err error) {
			n := int64(0)
			if value != "" {
				if n, err = parse(value); err != nil {
					return err
				}
			}
			*at(&d.Student) = n
			return nil
		},
	}
}

// Writable reports whether students may write a field.
func Writable(field Field) bool {
	rule, known := rules[field]
	return known && rule.editability != Official
}

func (r rule) secret() rule { r.private = true; return r }
func (r rule) needed() rule { r.required = true; return r }

// rules must not be modified.
var rules = map[Field]rule{
	FieldNumber:    column(Official, func(s *db.Student) *string { return &s.Number }, cleanCode(32)).needed(),
	FieldName:      column(Official, func(s *db.Student) *string { return &s.Name }, cleanText(60)).needed(),
	FieldNameLatin: column(Official, func(s *db.Student) *string { return &s.NameLatin }, cleanText(100)),
	FieldGender: column(Official, func(s *db.Student) *string { return &s.Gender },
		cleanChoice("female", "male")),
	// see photo.go
	FieldPhoto: column(Official, func(s *db.Student) *string { return &s.Photo }, cleanText(200)).secret(),
	FieldPhone: column(Official, func(s *db.Student) *string { return &s.Phone },
		cleanPhone(phone.Parse)).secret(),
	FieldNationalID: nationalIDRule(),
	FieldCampus:     column(Official, func(s *db.Student) *string { return &s.CampusID }, cleanCode(64)),
	FieldProgramme:  column(Official, func(s *db.Student) *string { return &s.ProgrammeCode }, cleanCode(64)),
	FieldClass:      column(Official, func(s *db.Student) *string { return &s.Class }, cleanText(60)),
	FieldEntryYear:  number(func(s *db.Student) *int64 { return &s.EntryYear }, parseYear, printYear),
	FieldStudyMode: column(Official, func(s *db.Student) *string { return &s.StudyMode },
		cleanChoice(StudyModes()...)),
	FieldStatus: column(Official, func(s *db.Student) *string { return &s.Status },
		cleanChoice(Statuses()...)).needed(),
	FieldGraduation:      column(Official, func(s *db.Student) *string { return &s.Graduation }, cleanDate),
	FieldAdviser:         column(Official, func(s *db.Student) *string { return &s.Adviser }, cleanText(60)),
	FieldCreditsEarned:   number(func(s *db.Student) *int64 { return &s.CreditsEarned }, parseCredits, printCredits),
	FieldCreditsRequired: number(func(s *db.Student) *int64 { return &s.CreditsRequired }, parseCredits, printCredits),

	FieldNativePlace:   column(FillOnce, func(s *db.Student) *string { return &s.NativePlace }, cleanRegion),
	FieldEmergencyName: column(FillOnce, func(s *db.Student) *string { return &s.EmergencyName }, cleanText(60)).secret(),
	FieldEmergencyPhone: column(FillOnce, func(s *db.Student) *string { return &s.EmergencyPhone },
		cleanPhone(phone.ParseAny)).secret(),

	FieldEmail:   column(Free, func(s *db.Student) *string { return &s.Email }, cleanEmail).secret().needed(),
	FieldAddress: column(Free, func(s *db.Student) *string { return &s.Address }, cleanText(200)).secret(),
}

// nationalIDRule reads and compares numbers but never returns one, because they are stored sealed.
func nationalIDRule() rule {
	return rule{
		private: true,
		get: func(d *studentRow) string {
			if d.nationalID == nil {
				return string(d.NationalIDIndex)
			}
			return d.nationalID.Reveal()
		},
		set: func(d *studentRow, value string) error {
			if value == "" {
				d.nationalID = &nationalid.ID{}
				return nil
			}
			parsed, err := nationalid.Parse(value)
			if err == nil {
				d.nationalID = &parsed
			}
			return err
		},
	}
}

func printYear(n int64) string { return yearText(int(n)) }

func printCredits(n int64) string { return Credits(n).String() }
