package calendar

import (
	"fmt"
	"time"

	ics "github.com/arran4/golang-ical"

	"lectern/internal/feature/timetable"
)

// vtimezone describes the college's time zone for the term: the offset at its beginning and every later change. It
// has no open-ended rule, because governments change those.
func vtimezone(zone *time.Location, term timetable.Term) *ics.VTimezone {
	out := ics.NewTimezone(zone.String())
	from := term.FirstMonday.AddDays(-7).At(0, zone)
	until := term.LastDay().AddDays(7).At(0, zone)
	start, end := from.ZoneBounds()
	observance(out, start, from)
	for !end.IsZero() && end.Before(until) {
		observance(out, end, end)
		_, end = end.ZoneBounds()
	}
	return out
}

// observance adds what clocks show from starts on; at is any instant in that period.
func observance(out *ics.VTimezone, starts, at time.Time) {
	name, offset := at.Zone()
	before := offset
	local := "19700101T000000" // before any date that we show
	if !starts.IsZero() && starts.Year() >= 1970 {
		_, before = starts.Add(-time.Second).Zone()
		// The time of the change, on clocks that have not changed yet.
		local = starts.UTC().Add(time.Duration(before) * time.Second).Format("20060102T150405")
	}
	base := ics.ComponentBase{}
	base.SetProperty(ics.ComponentPropertyDtStart, local)
	base.SetProperty(ics.ComponentProperty(ics.PropertyTzoffsetfrom), offsetText(before))
	base.SetProperty(ics.ComponentProperty(ics.PropertyTzoffsetto), offsetText(offset))
	base.SetProperty(ics.ComponentProperty(ics.PropertyTzname), name)
	if at.IsDST() {
		out.Components = append(out.Components, &ics.Daylight{ComponentBase: base})
		return
	}
	out.Components = append(out.Components, &ics.Standard{ComponentBase: base})
}

func offsetText(seconds int) string {
	sign := '+'
	if seconds < 0 {
		sign, seconds = '-', -seconds
	}
	text := fmt.Sprintf("%c%02d%02d", sign, seconds/3600, seconds/60%60)
	if s := seconds % 60; s != 0 {
		text += fmt.Sprintf("%02d", s)
	}
	return text
}
