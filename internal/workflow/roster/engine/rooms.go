package engine

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"strings"

	"lectern/internal/feature/student"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/fault"
	"lectern/internal/workflow/roster/db"
	"lectern/internal/workflow/roster/parse"
)

var roomNumber = regexp.MustCompile(`^\d{2,4}$`)

type rooms struct {
	*run
}

func (o *rooms) row(ctx context.Context, r *row) error {
	name := cmp.Or(r.text("name"), r.text("code"))
	if name == "" {
		r.need("name")
	}
	room := timetable.Room{
		Name: name, NameEn: r.text("nameEn"), Building: r.text("building"),
		Seats: parsed(r, "seats", parse.WholeNumber),
	}
	if roomNumber.MatchString(name) { // a number alone names a room in every building
		room.Name = parse.InBuilding(room.Building, name)
	}
	var err error
	if text := o.campusText(r); text != "" {
		room.Campus, err = o.lookup.campus(ctx, text)
	} else {
		room.Campus, err = o.lookup.onlyCampus(ctx)
	}
	if err := r.refuseOrFail("campus", err); err != nil {
		return err
	}
	if !r.good() || o.repeated(r, room.Campus+"\x00"+parse.NameKey(room.Name), "", "name") {
		return o.settle(r, student.Unchanged)
	}
	found, err := o.Timetable.Room(ctx, o.q, room.Campus, room.Name)
	if err != nil && fault.Code(err) != "timetable.unknown_room" {
		return err
	}
	old, err := existing(ctx, db.New(o.q).SelectRoom, found.ID)
	if err != nil {
		return err
	}
	room.ID, room.NameEn = found.ID, cmp.Or(room.NameEn, old.NameEn)
	room.Building, room.Seats = cmp.Or(room.Building, old.Building), cmp.Or(room.Seats, int(old.Seats))
	effect, err := o.write(ctx, r, string(timetable.RoomRows), timetable.Rows(timetable.RoomRows),
		room.ID, func() (string, error) {
			return o.Timetable.PutRoom(ctx, o.q, o.who, room)
		})
	if err != nil {
		return err
	}
	return o.settle(r, effect)
}

func (o *rooms) finish(context.Context) error { return nil }

type programmes struct {
	*run
}

func (p *programmes) row(ctx context.Context, r *row) error {
	programme := student.Programme{
		Code: cmp.Or(parsed(r, "code", parse.Digits), r.need("code")), Name: r.need("name"), NameEn: r.text("nameEn"),
		College: r.text("college"), CollegeEn: r.text("collegeEn"),
	}
	if !r.good() || p.repeated(r, parse.NameKey(programme.Code), "", "code") {
		return p.settle(r, student.Unchanged)
	}
	old, err := existing(ctx, db.New(p.q).SelectProgramme, programme.Code)
	if err != nil {
		return err
	}
	programme.NameEn, programme.College = cmp.Or(programme.NameEn, old.NameEn), cmp.Or(programme.College, old.College)
	programme.CollegeEn = cmp.Or(programme.CollegeEn, old.CollegeEn)
	effect, err := p.write(ctx, r, "programme", student.ProgrammeRows(), programme.Code, func() (string, error) {
		return programme.Code, p.Students.PutProgramme(ctx, p.q, p.who, programme)
	})
	if err != nil {
		return err
	}
	return p.settle(r, effect)
}

func (p *programmes) finish(context.Context) error { return nil }

// roomKeyMark keeps the keys of rooms apart from their names.
const roomKeyMark = "\x01"

// room finds a room and its campus. It returns no room for words that mean online.
func (l *lookup) room(ctx context.Context, campus, text string) (room, at string, err error) {
	switch parse.NameKey(text) {
	case "线上", "在线", "网络", "网课", "online", "remote":
		return "", campus, nil
	}
	if l.rooms == nil {
		rows, err := db.New(l.q).SelectRooms(ctx)
		if err != nil {
			return "", "", fmt.Errorf("list rooms: %w", err)
		}
		l.rooms, l.campusOf = map[string]*names{"": newNames()}, map[string]string{}
		for _, r := range rows {
			if l.rooms[r.CampusID] == nil {
				l.rooms[r.CampusID] = newNames()
			}
			l.campusOf[r.ID] = r.CampusID
			full := "" // with its building, as in many timetables
			if r.Building != "" && !strings.HasPrefix(r.Name, r.Building) {
				full = parse.InBuilding(r.Building, r.Name)
			}
			for _, list := range []*names{l.rooms[r.CampusID], l.rooms[""]} {
				list.add(r.ID, r.ID, r.Name, r.NameEn, full, roomKeyMark+parse.RoomKey(r.Name),
					roomKeyMark+parse.RoomKey(cmp.Or(full, r.Name)))
			}
		}
	}
	list := l.rooms[campus]
	if list == nil {
		list = newNames()
	}
	id, several := list.find(text)
	for _, written := range []string{text, parse.WithoutRemark(text)} {
		if id == "" && !several {
			id, several = list.find(roomKeyMark + parse.RoomKey(written))
		}
	}
	switch {
	case several:
		return "", "", fault.New(fault.Conflict, "timetable.room_ambiguous", "room", parse.Clip(text))
	case id == "":
		return "", "", fault.New(fault.Invalid, "timetable.unknown_room")
	}
	return id, l.campusOf[id], nil
}
