package api

import (
	"context"

	"lectern/internal/feature/student"
	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/secret"
)

// wireStudent is the record of row 2.20. An empty text or a zero year means unknown.
type wireStudent struct {
	ID                 string        `json:"id"`
	StudentNumber      string        `json:"studentNumber"`
	Name               string        `json:"name"`
	NameLatin          string        `json:"nameLatin" doc:"The name in Latin letters."`
	Gender             string        `json:"gender" enum:"female,male,"`
	Photo              string        `json:"photo" doc:"Address of the photo, to fetch with the usual headers, or empty."`
	Phone              string        `json:"phone"`
	NationalID         string        `json:"nationalId" doc:"Masked, including the last six. POST /api/student/reveal shows it."`
	Email              string        `json:"email"`
	Address            string        `json:"address"`
	College            student.Named `json:"college" doc:"The faculty; it has no code."`
	Campus             student.Named `json:"campus"`
	Programme          student.Named `json:"programme"`
	Class              string        `json:"class"`
	ClassEn            string        `json:"classEn" doc:"The class in English; empty if class is the same in English or the programme has no English name."`
	EntryYear          int           `json:"entryYear"`
	StudyMode          string        `json:"studyMode" enum:"full-time,part-time,distance,exchange,"`
	EnrolmentStatus    string        `json:"enrolmentStatus" enum:"enrolled,suspended,exchange,graduated,withdrawn"`
	ExpectedGraduation string        `json:"expectedGraduation" doc:"A date such as 2027-06-30, or empty."`
	Adviser            string        `json:"adviser"`
	AdviserEn          string        `json:"adviserEn" doc:"The adviser's English name, or empty."`
	NativePlace        student.Named `json:"nativePlace" doc:"Six-digit region code with the name of its province; the region tree of row 3.9 knows cities and districts."`
	EmergencyName      string        `json:"emergencyName"`
	EmergencyPhone     string        `json:"emergencyPhone"`
	CreditsEarned      float64       `json:"creditsEarned"`
	CreditsRequired    float64       `json:"creditsRequired"`
	Editable           []string      `json:"editable" doc:"The fields that this student may change now with PATCH /api/student."`
	Updated            string        `json:"updated" format:"date-time"`
}

func toWireStudent(r student.Record) wireStudent {
	out := wireStudent{
		ID: r.ID, StudentNumber: r.Number, Name: r.Name, NameLatin: r.NameLatin, Gender: r.Gender, Phone: r.Phone,
		NationalID: r.NationalID, Email: r.Email, Address: r.Address, College: r.College, Campus: r.Campus,
		Programme: r.Programme, Class: r.Class, ClassEn: r.ClassEn(), EntryYear: r.EntryYear, StudyMode: r.StudyMode,
		EnrolmentStatus: r.Status, ExpectedGraduation: r.Graduation.String(), Adviser: r.Adviser, AdviserEn: r.AdviserEn,
		NativePlace: province(r.NativePlace), EmergencyName: r.EmergencyName, EmergencyPhone: r.EmergencyPhone,
		CreditsEarned: r.CreditsEarned.Float(), CreditsRequired: r.CreditsRequired.Float(), Editable: []string{},
		Updated: wire.Instant(r.Updated),
	}
	if r.Photo != "" {
		out.Photo = "/api/student/photo"
	}
	for _, field := range r.Editable() {
		out.Editable = append(out.Editable, string(field))
	}
	return out
}

func (a *api) getStudentInfo(ctx context.Context, who access.Actor, _ *struct{}) (wireStudent, error) {
	record, err := a.Students.Record(ctx, who)
	if err != nil {
		return wireStudent{}, err
	}
	return toWireStudent(record), nil
}

type editStudentIn struct {
	Body wireTexts `doc:"Any of email, address (free), nativePlace (region code), emergencyName, emergencyPhone (once). Fields of the college are refused."`
}

// studentFields maps fields whose wire names differ.
var studentFields = map[string]student.Field{
	"studentNumber": student.FieldNumber, "enrolmentStatus": student.FieldStatus,
	"expectedGraduation": student.FieldGraduation,
}

func wireStudentField(field student.Field) string {
	for name, renamed := range studentFields {
		if renamed == field {
			return name
		}
	}
	return string(field)
}

func studentField(name string) student.Field {
	if field, renamed := studentFields[name]; renamed {
		return field
	}
	return student.Field(name)
}

func (a *api) editStudent(ctx context.Context, who access.Actor, in *editStudentIn) (wireStudent, error) {
	texts, err := textsOf(in.Body, func(name string) bool { return student.Writable(studentField(name)) })
	if err != nil {
		return wireStudent{}, err
	}
	changes := make(student.Changes, len(texts))
	for name, value := range texts {
		changes[studentField(name)] = value
	}
	record, err := a.Students.Edit(ctx, who, changes)
	if err != nil {
		return wireStudent{}, err
	}
	return toWireStudent(record), nil
}

type revealIn struct {
	Body struct {
		Password string `json:"password"`
	}
}

type wireReveal struct {
	NationalID string `json:"nationalId" doc:"In full. The audit log records it."`
}

// revealNationalID requires the password, so that a session left open reveals nothing.
func (a *api) revealNationalID(ctx context.Context, who access.Actor, in *revealIn) (wireReveal, error) {
	if _, err := a.Students.Record(ctx, who); err != nil {
		return wireReveal{}, err // staff have no national ID; don't count a login attempt
	}
	if err := a.Accounts.Prove(ctx, who, secret.New(in.Body.Password)); err != nil {
		return wireReveal{}, err
	}
	number, err := a.Students.Reveal(ctx, who)
	return wireReveal{NationalID: number.Reveal()}, err
}

// provinces maps the first two digits of a region code to names.
var provinces = map[string][2]string{
	"11": {"北京市", "Beijing"}, "12": {"天津市", "Tianjin"}, "13": {"河北省", "Hebei"}, "14": {"山西省", "Shanxi"},
	"15": {"内蒙古自治区", "Inner Mongolia"},
	"21": {"辽宁省", "Liaoning"}, "22": {"吉林省", "Jilin"}, "23": {"黑龙江省", "Heilongjiang"},
	"31": {"上海市", "Shanghai"}, "32": {"江苏省", "Jiangsu"}, "33": {"浙江省", "Zhejiang"}, "34": {"安徽省", "Anhui"},
	"35": {"福建省", "Fujian"},
	"36": {"江西省", "Jiangxi"}, "37": {"山东省", "Shandong"},
	"41": {"河南省", "Henan"}, "42": {"湖北省", "Hubei"}, "43": {"湖南省", "Hunan"}, "44": {"广东省", "Guangdong"},
	"45": {"广西壮族自治区", "Guangxi"}, "46": {"海南省", "Hainan"},
	"50": {"重庆市", "Chongqing"}, "51": {"四川省", "Sichuan"}, "52": {"贵州省", "Guizhou"}, "53": {"云南省", "Yunnan"},
	"54": {"西藏自治区", "Tibet"},
	"61": {"陕西省", "Shaanxi"}, "62": {"甘肃省", "Gansu"}, "63": {"青海省", "Qinghai"}, "64": {"宁夏回族自治区", "Ningxia"},
	"65": {"新疆维吾尔自治区", "Xinjiang"},
	"71": {"台湾省", "Taiwan"}, "81": {"香港特别行政区", "Hong Kong"}, "82": {"澳门特别行政区", "Macao"},
	"90": {"海外", "Overseas"},
}

// province returns the province of a code. For other countries the browser has the name.
func province(code string) student.Named {
	out := student.Named{Code: code}
	if len(code) == 6 {
		names := provinces[code[:2]]
		out.Name, out.NameEn = names[0], names[1]
	}
	return out
}
