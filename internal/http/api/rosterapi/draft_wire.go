package rosterapi

import (
	"cmp"
	"strconv"

	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/locale"
	"lectern/internal/workflow/roster"
	"lectern/internal/workflow/roster/columns"
	"lectern/internal/workflow/roster/engine"
)

type WireImportKind struct {
	Kind   string            `json:"kind" enum:"terms,periods,rooms,programmes,teachers,students,courses,groups,enrolments,timetable,changes,exams"`
	Title  string            `json:"title"`
	Fields []wireImportField `json:"fields"`
	Done   bool              `json:"done" doc:"The college already has some."`
	Order  int               `json:"order" doc:"The order in which a new college imports them, from 1."`
}

type wireImportField struct {
	Name   string `json:"name"`
	Title  string `json:"title"`
	Needed bool   `json:"needed"`
}

func toWireSaid(lang locale.Language, s *roster.StoredText) *wire.Said {
	if s == nil {
		return nil
	}
	return &wire.Said{Text: s.Text(lang), Code: s.Code}
}

// WireDraftHead has the fields that the list of drafts and a draft share. It is exported because huma only
// describes fields of exported embedded types.
type WireDraftHead struct {
	ID          string   `json:"id"`
	File        string   `json:"file"`
	Kind        *string  `json:"kind" enum:"terms,periods,rooms,programmes,teachers,students,courses,groups,enrolments,timetable,changes,exams" doc:"Null: not known yet."`
	Sheet       string   `json:"sheet" doc:"Empty in a file without sheets."`
	Alike       []string `json:"alike" doc:"The sheets with the same headers, including the selected one; empty if there are no others."`
	AllSheets   bool     `json:"allSheets" doc:"They are read as one table."`
	State       string   `json:"state" enum:"columns,previewing,ready,applying,applied,failed"`
	Account     string   `json:"account" doc:"Who uploaded it."`
	AccountName string   `json:"accountName"`
	At          int64    `json:"at" doc:"Unix milliseconds."`
	Until       int64    `json:"until" doc:"When it is removed, in Unix milliseconds."`
}

type wireDraftSummary struct {
	WireDraftHead
	Counts *wireDraftCounts `json:"counts"`
}

type wireDraftCounts struct {
	_         struct{} `nullable:"true"` // huma: nullable wherever it is used
	Rows      int      `json:"rows"`
	Created   int      `json:"created"`
	Changed   int      `json:"changed"`
	Unchanged int      `json:"unchanged"`
	Refused   int      `json:"refused"`
}

type WireDraft struct {
	WireDraftHead
	Size       int64              `json:"size" doc:"Bytes."`
	Format     string             `json:"format" doc:"XLSX, CSV …"`
	Encoding   string             `json:"encoding" doc:"Of a text file; empty otherwise."`
	Problem    *wire.Said         `json:"problem"`
	Sheets     []wireDraftSheet   `json:"sheets"`
	KindReason string             `json:"kindReason"`
	HeaderLine *int               `json:"headerLine" doc:"Null: no headers were found."`
	Term       string             `json:"term" doc:"Of rows without a term; empty: the current one."`
	Complete   bool               `json:"complete" doc:"Enrolments missing from the file are dropped, in the groups it names."`
	FromWeek   int                `json:"fromWeek" doc:"Timetables: the first week of the term that changes; 0: classes from now on."`
	Columns    []wireDraftColumn  `json:"columns"`
	Missing    []string           `json:"missing" doc:"Titles of required fields without a column."`
	Progress   *wireProgressRows  `json:"progress"`
	Preview    *wireImportPreview `json:"preview"`
	ImportID   *string            `json:"importId" doc:"Set after the import."`
}

type wireDraftSheet struct {
	Name       string  `json:"name"`
	Rows       int     `json:"rows"`
	Hidden     bool    `json:"hidden"`
	Kind       *string `json:"kind" enum:"terms,periods,rooms,programmes,teachers,students,courses,groups,enrolments,timetable,changes,exams" doc:"Null: not known."`
	HeaderLine *int    `json:"headerLine"`
	Reason     string  `json:"reason"`
}

type wireDraftColumn struct {
	Column         int         `json:"column" doc:"From 0."`
	Header         string      `json:"header"`
	Samples        []string    `json:"samples" doc:"At most three values; private ones are masked."`
	Field          string      `json:"field" doc:"Empty: the column is ignored."`
	How            string      `json:"how" enum:"known,remembered,hand,title,none"`
	RememberedFrom *wireMemory `json:"rememberedFrom"`
	LastHeader     string      `json:"lastHeader" doc:"This field's header in the last file of the kind, if different."`
	Cell           string      `json:"cell" doc:"The cell of a value above the headers that applies to all rows, such as A2. Empty for columns of the table."`
	SheetName      bool        `json:"sheetName" doc:"Its value is the name of each row's sheet, if several are read as one."`
}

type wireMemory struct {
	_    struct{} `nullable:"true"` // huma: nullable wherever it is used
	Name string   `json:"name"`
	At   int64    `json:"at" doc:"Unix milliseconds."`
}

type wireProgressRows struct {
	_     struct{} `nullable:"true"` // huma: nullable wherever it is used
	Rows  int      `json:"rows"`
	Total int      `json:"total"`
}

type wireImportPreview struct {
	_           struct{}          `nullable:"true"` // huma: nullable wherever it is used
	Sample      bool              `json:"sample" doc:"Covers only the first rows, until all are done."`
	Fingerprint string            `json:"fingerprint" doc:"Send it with apply."`
	Rows        int               `json:"rows"`
	Created     int               `json:"created"`
	Changed     int               `json:"changed"`
	Unchanged   int               `json:"unchanged"`
	Refused     int               `json:"refused"`
	LeftOut     int               `json:"leftOut"`
	Gone        int               `json:"gone" doc:"Objects of the college that aren't in the file and stay."`
	Removed     int               `json:"removed" doc:"Replaced meetings or periods, and enrolments dropped because the file is complete."`
	Fields      []wireFieldCount  `json:"fields"`
	Reasons     []wireReasonCount `json:"reasons"`
	Told        []wireTold        `json:"told"`
	Brakes      []wireBrake       `json:"brakes"`
	Clashes     []wireNewClash    `json:"clashes" doc:"New clashes that need a reason; the first hundred."`
	ClashCount  int               `json:"clashCount"`
	Notes       []string          `json:"notes"`
	Stale       bool              `json:"stale" doc:"It replaced an outdated preview; rows that differ are marked."`
}

type wireFieldCount struct {
	Field string `json:"field"`
	Title string `json:"title"`
	Count int    `json:"count"`
}

type wireReasonCount struct {
	Code  string `json:"code"`
	Text  string `json:"text"`
	Count int    `json:"count"`
}

type wireTold struct {
	What  string `json:"what" enum:"accounts,codes,phones,closed,opened,drops,lost,losing,timetable,teachers"`
	Count int    `json:"count"`
}

type wireBrake struct {
	Field        string  `json:"field"`
	Title        string  `json:"title"`
	Changed      int     `json:"changed"`
	Of           int     `json:"of"`
	Percent      int     `json:"percent"`
	UsualPercent *int    `json:"usualPercent"`
	Cause        *string `json:"cause"`
}

type wireNewClash struct {
	Kind   string   `json:"kind" enum:"room,teacher,group"`
	Object string   `json:"object" doc:"Name of the room or teacher; empty for a group."`
	Groups []string `json:"groups" minItems:"2" maxItems:"2" doc:"Codes; the same one twice if a group has two classes at once."`
	Day    string   `json:"day" format:"date" doc:"The first day."`
	Days   int      `json:"days"`
}

type wireDraftRow struct {
	Line       int              `json:"line" doc:"Identifies the row in edits: its line in the file, from 1, plus 2000000 for each earlier sheet. 0 for objects that aren't in the file."`
	Place      string           `json:"place" doc:"The row as people refer to it: its line, with the sheet's name if several sheets were read as one, as in Class 2!5."`
	Effect     string           `json:"effect" enum:"created,changed,unchanged,refused,leftOut,removed,gone"`
	Name       string           `json:"name"`
	Cells      []string         `json:"cells" doc:"By column; private values are masked."`
	Edited     []int            `json:"edited" doc:"Columns."`
	LeftOutWhy *string          `json:"leftOutWhy"`
	Differs    bool             `json:"differs" doc:"From the previous preview."`
	Changes    []wireRowChange  `json:"changes"`
	Problems   []wireRowProblem `json:"problems"`
}

type wireRowChange struct {
	Field  string `json:"field"`
	Title  string `json:"title"`
	Column *int   `json:"column"`
	Before string `json:"before"`
	After  string `json:"after"`
}

type wireRowProblem struct {
	Column     *int    `json:"column"`
	Field      *string `json:"field"`
	Text       string  `json:"text"`
	Code       string  `json:"code"`
	Value      string  `json:"value"`
	Suggestion *string `json:"suggestion"`
}

type WireDraftRows struct {
	Rows  []wireDraftRow `json:"rows"`
	Next  *int           `json:"next" doc:"after for the next page; null on the last."`
	Total int            `json:"total"`
}

func optional[T comparable](value T) *T {
	var zero T
	if value == zero {
		return nil
	}
	return &value
}

func optionalText(lang locale.Language, s *roster.StoredText) *string { return optional(s.Text(lang)) }

func toWireDraftHead(d roster.Draft) WireDraftHead {
	return WireDraftHead{
		ID: d.ID, File: d.File, Kind: optional(string(d.Kind)), Sheet: d.Sheet, Alike: wire.Each(d.Alike, asIs),
		AllSheets: d.AllSheets, State: string(d.State), Account: d.Account, AccountName: d.AccountName,
		At: d.At.UnixMilli(), Until: d.Until.UnixMilli(),
	}
}

func toWireDraftSummary(d roster.Draft) wireDraftSummary {
	out := wireDraftSummary{WireDraftHead: toWireDraftHead(d)}
	if p := d.Preview; p != nil {
		out.Counts = &wireDraftCounts{
			Rows: p.Rows, Created: p.Created, Changed: p.Changed,
			Unchanged: p.Unchanged, Refused: p.Refused,
		}
	}
	return out
}

func toWireDraft(lang locale.Language, d roster.Draft) WireDraft {
	out := WireDraft{
		WireDraftHead: toWireDraftHead(d), Size: d.Size, Format: d.Format, Encoding: d.Encoding,
		Problem: toWireSaid(lang, d.Problem), Sheets: wire.Each(d.Sheets, func(s roster.SheetGuess) wireDraftSheet {
			return wireDraftSheet{
				Name: s.Name, Rows: s.Rows, Hidden: s.Hidden, Kind: optional(string(s.Kind)),
				HeaderLine: optional(s.HeaderLine), Reason: s.Reason.Text(lang),
			}
		}),
		KindReason: d.KindReason.Text(lang), HeaderLine: optional(d.HeaderLine), Term: d.Term, Complete: d.Complete,
		FromWeek: d.FromWeek,
		Columns:  wire.Each(d.Columns, toWireDraftColumn),
		Missing:  wire.Each(d.Missing, func(field string) string { return columns.FieldTitle(d.Kind, field, lang) }),
		Preview:  toWireImportPreview(lang, d.Kind, d.Preview),
		ImportID: optional(d.Import),
	}
	if d.Progress != nil {
		out.Progress = &wireProgressRows{Rows: d.Progress.Rows, Total: d.Progress.Total}
	}
	return out
}

func toWireDraftColumn(c roster.Column) wireDraftColumn {
	out := wireDraftColumn{
		Column: c.Column, Header: c.Header, Samples: wire.Each(c.Samples, asIs), Field: c.Field,
		How: c.How, LastHeader: c.LastHeader, Cell: c.Cell, SheetName: c.SheetName,
	}
	if c.Remembered != nil {
		out.RememberedFrom = &wireMemory{Name: c.Remembered.Name, At: c.Remembered.At.UnixMilli()}
	}
	return out
}

func asIs[T any](value T) T { return value }

func toWireImportPreview(lang locale.Language, kind roster.Kind, p *roster.Preview) *wireImportPreview {
	if p == nil {
		return nil
	}
	return &wireImportPreview{
		Sample: p.Sample, Fingerprint: p.Fingerprint, Rows: p.Rows, Created: p.Created,
		Changed: p.Changed, Unchanged: p.Unchanged, Refused: p.Refused, LeftOut: p.Skipped, Gone: p.Missing,
		Removed: p.Removed, Fields: toWireFieldCounts(lang, kind, p.Fields), Told: toWireTold(p.Affected), Stale: p.Stale,
		Reasons: wire.Each(p.Reasons, func(r roster.Reason) wireReasonCount {
			return wireReasonCount{Code: r.Code, Text: r.Text(lang), Count: r.Count}
		}),
		Brakes: wire.Each(p.Brakes, func(b roster.Brake) wireBrake {
			return wireBrake{
				Field: b.Field, Title: columns.FieldTitle(kind, b.Field, lang), Changed: b.Changed, Of: b.Of, Percent: b.Percent,
				UsualPercent: b.Usual, Cause: optionalText(lang, b.Cause),
			}
		}),
		Clashes: wire.Each(p.Clashes, func(c engine.Clash) wireNewClash {
			return wireNewClash{Kind: c.Kind, Object: c.Object, Groups: c.Groups[:], Day: c.Day, Days: c.Days}
		}),
		ClashCount: p.ClashCount, Notes: toTexts(lang, p.Notes),
	}
}

func toTexts(lang locale.Language, list []*roster.StoredText) []string {
	return wire.Each(list, func(s *roster.StoredText) string { return s.Text(lang) })
}

func toWireFieldCounts(lang locale.Language, kind roster.Kind, list []roster.FieldCount) []wireFieldCount {
	return wire.Each(list, func(f roster.FieldCount) wireFieldCount {
		return wireFieldCount{Field: f.Field, Title: columns.FieldTitle(kind, f.Field, lang), Count: f.Count}
	})
}

func toWireTold(list []roster.Affected) []wireTold {
	return wire.Each(list, func(t roster.Affected) wireTold { return wireTold(t) })
}

func toWireDraftRow(lang locale.Language, kind roster.Kind, r roster.DraftRow) wireDraftRow {
	return wireDraftRow{
		Line: r.Line, Place: cmp.Or(r.Place, strconv.Itoa(r.Line)), Effect: r.Effect, Name: r.Name,
		Cells: wire.Each(r.Cells, asIs), Edited: wire.Each(r.Edited, asIs), LeftOutWhy: optionalText(lang, r.SkipReason),
		Differs: r.Differs, Changes: wire.Each(r.Changes, func(c roster.Change) wireRowChange {
			return wireRowChange{
				Field: c.Field, Title: columns.FieldTitle(kind, c.Field, lang), Column: c.Column,
				Before: engine.ValueText(kind, c.Field, c.Before, lang), After: engine.ValueText(kind, c.Field, c.After, lang),
			}
		}),
		Problems: wire.Each(r.Problems, func(p roster.RowProblem) wireRowProblem {
			return wireRowProblem{
				Column: p.Column, Field: optional(p.Field), Text: p.Text(lang), Code: p.Code, Value: p.Value,
				Suggestion: optional(p.Suggestion),
			}
		}),
	}
}
