package roster

import (
	"lectern/internal/locale"
)

// ChangeLines says what becomes of the rows that a preview lists, with old and new values.
func (r *Report) ChangeLines(lang locale.Language) []string {
	var out []string
	say := func(key string, params map[string]string) { out = append(out, locale.Text(lang, key, params)) }
	for _, row := range r.Changes {
		name, line := row.Name, itoa(row.Line)
		switch row.Effect {
		case EffectCreated:
			say("roster.said.new_row", map[string]string{"line": line, "name": name})
		case EffectGone:
			say("roster.said.gone_row", map[string]string{"name": name})
		}
		for _, c := range row.Changes {
			say("roster.said.change", map[string]string{
				"line": line, "name": name, "field": FieldTitle(r.Kind, c.Field, lang), "before": orNothing(lang, ValueText(r.Kind, c.Field, c.Before, lang)),
				"after": orNothing(lang, ValueText(r.Kind, c.Field, c.After, lang)),
			})
		}
	}
	if len(r.Changes) >= MaxProblems {
		say("roster.said.more_changes", map[string]string{"count": itoa(MaxProblems)})
	}
	if r.Preview != nil {
		out = append(out, toldLines(lang, r.Preview.Told)...)
		for _, brake := range r.Preview.Brakes {
			say("roster.said.brake", map[string]string{
				"field": FieldTitle(r.Kind, brake.Field, lang), "changed": itoa(brake.Changed), "of": itoa(brake.Of), "percent": itoa(brake.Percent), "cause": brake.Cause.Text(lang),
			})
		}
	}
	return out
}

func orNothing(lang locale.Language, text string) string {
	if text == "" {
		return locale.Text(lang, "roster.said.nothing_there", nil)
	}
	return text
}

var toldTexts = map[string]string{
	ToldAccounts: "roster.said.told_accounts", ToldCodes: "roster.said.told_codes", ToldPhones: "roster.said.told_phones", ToldDrops: "roster.said.told_drops",
	ToldTimetable: "roster.said.told_timetable",
}

func toldLines(lang locale.Language, told []Told) []string {
	var out []string
	for _, one := range told {
		out = append(out, locale.Text(lang, toldTexts[one.What], map[string]string{"count": itoa(one.Count)}))
	}
	return out
}

// Lines says what undoing would do and what stands in the way.
func (p UndoPreview) Lines(lang locale.Language) []string {
	var out []string
	for _, c := range p.Conflicts {
		out = append(out, c.Text(lang))
	}
	for _, o := range p.Objects {
		out = append(out, locale.Text(lang, "roster.said.undo_count", map[string]string{
			"thing": ThingTitle(o.Thing, lang), "created": itoa(o.Created), "changed": itoa(o.Changed),
		}))
	}
	return append(out, toldLines(lang, p.Told)...)
}
