package engine

import (
	"context"
	"regexp"
)

// groupNumber is a group that is called by its number in its course.
var groupNumber = regexp.MustCompile(`^\d{1,3}$`)

// groupCode returns what names the row's group, and where: its code or name, or the code that follows from its course and its number in it, as many systems write them into
// two columns: MKT201 and 01 are MKT201-01. A row that has none of them is refused.
func (x *run) groupCode(ctx context.Context, r *row, term string) (code, field string, err error) {
	number, field := parsed(r, "sequence", digits), "sequence"
	if code := parsed(r, "group", digits); code != "" {
		known, err := x.lookup.groupByCode(ctx, term, code)
		if known != "" || err != nil || r.text("course") == "" || !groupNumber.MatchString(code) {
			return code, "group", err
		}
		number, field = code, "group"
	}
	if number == "" {
		code, field = r.group()
		return code, field, nil
	}
	if r.refusedIn("course") {
		return "", field, nil
	}
	text := r.need("course")
	if text == "" {
		return "", field, nil
	}
	taught, err := x.lookup.course(ctx, text)
	if err := r.refuseOrFail("course", err); err != nil || taught == "" {
		return "", field, err
	}
	return x.lookup.courseCodes[taught] + "-" + number, field, nil
}

// groupOf finds the group that a row names; one that is not there refuses the row.
func (x *run) groupOf(ctx context.Context, r *row, term string) (string, error) {
	code, field, err := x.groupCode(ctx, r, term)
	if code == "" || term == "" || err != nil {
		return "", err
	}
	id, err := x.lookup.group(ctx, term, code)
	return id, r.refuseOrFail(field, err)
}
