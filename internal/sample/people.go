package sample

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"lectern/internal/feature/student"
	"lectern/internal/feature/student/nationalid"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
)

const (
	classSize  = 25
	firstPhone = 13800000001
	adminPhone = "13900000001"
)

// admins returns the registrar, the adviser of the first students' class and the media staff. The password is no
// secret: it is shown to anyone who loads the sample.
func admins(people []Student) []Admin {
	const password = "Lectern2026"
	return []Admin{
		{Name: "沈静", Phone: adminPhone, Password: password, Scope: access.Registrar},
		{
			Name: people[0].Adviser, Phone: "13900000002", Password: password, Scope: access.Adviser,
			Classes: []string{people[0].Class},
		},
		{Name: "方磊", Phone: "13900000003", Password: password, Scope: access.Recordist},
	}
}

// loginTeacher is the teacher with an account; the first student is in one of their groups.
func loginTeacher() (number string, login Login) {
	return "T007", Login{
		Role: access.User, Name: "吴启航", Phone: "13900000004",
		Password: "Lectern2026", Scope: TeacherScope,
	}
}

// homeRegions are counties that students come from.
func homeRegions() []string {
	return []string{
		"310115", "310104", "330106", "320102", "430102", "440305", "510107", "420106", "350203", "610113", "370202",
		"110108", "500103", "210202", "450103",
	}
}

// students returns three years of four classes, the second year first: it has a past term and every case of the current
// one.
func students(term timetable.Term, random *rand.Rand) []Student {
	year := schoolYear(term)
	names := newNamer(random)
	for _, known := range knownStudents() {
		names.taken[known.name], names.takenLatin[known.latin] = true, true
	}
	ids := map[string]bool{}
	var out []Student
	for _, entry := range []int{year - 1, year, year - 2} {
		for p, programme := range programmes() {
			for i := range classSize {
				s := Student{
					Number: fmt.Sprintf("%d%02d%03d", entry, p+1, i+1), Phone: strconv.Itoa(firstPhone + len(out)),
					Programme: programme.Code, Class: fmt.Sprintf("%s%02d01", []string{"市营", "会计", "金融", "商数"}[p], entry%100),
					Campus: []string{north, north, lakeside, lakeside}[p], EntryYear: entry, Status: "enrolled",
					Adviser: teachers()[p].Name, CreditsRequired: 1600, Gender: []string{"female", "male"}[random.IntN(2)],
				}
				s.Graduation, _ = civil.NewDate(entry+4, time.June, 30)
				s.CreditsEarned = credits(year-entry, random)
				if len(out) < len(knownStudents()) {
					known := knownStudents()[len(out)]
					s.Name, s.NameLatin, s.Gender = known.name, known.latin, known.gender
				} else {
					s.Name, s.NameLatin = names.next(s.Gender == "female")
				}
				setNationalID(&s, len(out), ids, random)
				s.Email = strings.ToLower(strings.NewReplacer(" ", ".", "ü", "v").Replace(s.NameLatin)) + "@stu.hengshan.example"
				out = append(out, s)
			}
		}
	}
	out[len(out)-1].Status, out[len(out)-2].Status = "suspended", "exchange"
	return out
}

// knownStudents are the students that tests and the demo refer to by name.
func knownStudents() []struct{ name, latin, gender string } {
	return []struct{ name, latin, gender string }{
		{"林晓雨", "Lin Xiaoyu", "female"}, {"陈浩然", "Chen Haoran", "male"}, {"赵思琪", "Zhao Siqi", "female"},
	}
}

func credits(years int, random *rand.Rand) student.Credits {
	return student.Credits(years*450 + 5*random.IntN(20))
}

// setNationalID invents a national ID. The second student's ends in X, to test that case. Every tenth student, starting
// with the first, has not filled in their native place.
func setNationalID(s *Student, place int, taken map[string]bool, random *rand.Rand) {
	home := homeRegions()[random.IntN(len(homeRegions()))]
	born := time.Date(s.EntryYear-18, time.September, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, -random.IntN(364))
	for sequence := 800 + random.IntN(60); ; sequence++ {
		// In a national ID, an odd sequence number means male.
		if (sequence%2 == 1) != (s.Gender == "male") {
			continue
		}
		made, err := nationalid.Invent(home, born, sequence)
		if err != nil {
			panic("sample: " + err.Error())
		}
		if taken[made.Reveal()] || place == 1 && !strings.HasSuffix(made.LastSix(), "X") {
			continue
		}
		taken[made.Reveal()] = true
		s.NationalID = made
		break
	}
	if place%10 != 0 {
		s.NativePlace = home
	}
}
