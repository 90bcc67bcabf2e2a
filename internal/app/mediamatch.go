package app

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"lectern/internal/feature/media"
	"lectern/internal/kernel/fault"
	"lectern/internal/workflow/recordings"
)

// matched is one file and its match. A file without a target isn't added.
type matched struct {
	path   string
	to     media.Target
	said   string
	params []string
	reason error    // the error behind said; may be nil
	doubt  string   // what to check before confirming, or empty
	parts  []string // further files to join with, in order
	part   bool     // this is such a further file
}

// matchFiles matches local files like the pages do.
func matchFiles(cc *commandContext, c *college, paths []string) ([]matched, error) {
	out := make([]matched, 0, len(paths))
	for some := range slices.Chunk(paths, recordings.MaxFiles) {
		files := make([]recordings.File, 0, len(some))
		for _, path := range some {
			file, err := describe(path)
			if err != nil {
				return nil, err
			}
			files = append(files, file)
		}
		found, err := c.Recordings.Match(cc.ctx, cc.operator(), files)
		if err != nil {
			return nil, err
		}
		first := len(out)
		for i := range found {
			out = append(out, chooseSentence(some, i, &found[i]))
		}
		joinParts(out[first:], found)
	}
	return out, nil
}

// isHere reports whether the portal has a file, in a lesson or not.
func isHere(m *recordings.Match) bool { return m.Known != nil && m.Known.Asset != "" }

// joinParts adds the other parts to each first part that is added, if they are certain.
func joinParts(out []matched, found []recordings.Match) {
	var parts []int
	for i := range found {
		if found[i].State == recordings.Part && found[i].Join && !isHere(&found[i]) &&
			out[found[i].Of].to != (media.Target{}) {
			parts = append(parts, i)
		}
	}
	slices.SortStableFunc(parts, func(a, b int) int { return found[a].Number - found[b].Number })
	for _, i := range parts {
		first := &out[found[i].Of]
		first.parts = append(first.parts, out[i].path)
		out[i].part, out[i].said = true, "media.said.join"
		out[i].params = append(out[i].params, "number", strconv.Itoa(len(first.parts)+1))
	}
}

// describe returns what the pages send about a file.
func describe(path string) (file recordings.File, err error) {
	f, err := os.Open(path) //nolint:gosec // the operator names the folder
	if err != nil {
		return file, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	info, err := f.Stat()
	if err != nil {
		return file, err
	}
	mark, err := media.Fingerprint(f, info.Size())
	return recordings.File{
		Path: filepath.ToSlash(path), Size: info.Size(),
		Modified: info.ModTime(), Fingerprint: mark,
	}, err
}

// chooseSentence chooses the text about a file. Files that need a person's choice aren't added here, only on the
// pages.
func chooseSentence(paths []string, i int, m *recordings.Match) matched {
	one := matched{path: paths[i], params: []string{"file", filepath.Base(paths[i]), "code", m.Name.Code}}
	if isHere(m) {
		one.said = "media.said.again"
		return one
	}
	switch m.State {
	case recordings.Twice, recordings.Part:
		one.said, one.params = "media.said.twice", append(one.params, "other", filepath.Base(paths[m.Of]))
		return one
	case recordings.Sure, recordings.Likely:
		one.take(m.Best())
		return one
	}
	clock := ""
	if m.Name.Timed {
		clock = " " + m.Name.Clock.String()
	}
	one.params = append(one.params, "day", m.Name.Day.String(), "time", clock, "number", strconv.Itoa(m.Name.Number))
	coded := m.Name.Code != ""
	switch best := m.Best(); {
	case coded && m.Name.Dated && best != nil && m.Reason != nil && m.Reason.Code == "recordings.several":
		one.said, one.params = "media.said.several", append(one.params, "code", best.Code)
	case coded && m.Name.Dated:
		one.said = "media.said.no_class"
	case coded && m.Name.Number > 0:
		one.said = "media.said.no_lesson"
	case m.Reason != nil:
		one.said, one.reason = "media.said.failed", m.Reason
	default:
		one.said, one.reason = "media.said.failed", fault.New(fault.Invalid, "recordings.none_fits")
	}
	return one
}

// take makes the best candidate the target and sets its text.
func (m *matched) take(best *recordings.Candidate) {
	m.to = best.Target
	m.params = append(m.params, "code", best.Code, "title", best.Title, "old", best.Replaces)
	switch {
	case best.Class != "":
		m.said = "media.said.record"
		if best.Replaces != "" {
			m.said = "media.said.record_over"
		}
		m.params = append(m.params, "day", best.Day.String(), "time", best.Hours.Starts.String())
	case best.Lesson != "":
		m.said = "media.said.replace"
		if best.Replaces != "" {
			m.said = "media.said.replace_over"
		}
		m.params = append(m.params, "number", strconv.Itoa(best.Position))
	default:
		m.said = "media.said.make"
	}
	for _, reason := range best.Reasons {
		if reason.Code == "recordings.other_title" {
			m.doubt = "media.said.other_title"
			m.params = append(m.params, "name", reason.Params["name"])
		}
	}
}
