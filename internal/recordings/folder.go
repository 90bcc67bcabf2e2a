package recordings

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// kindOf goes by the ending of a name; what is in a file is looked at when it arrives.
func kindOf(file string) Kind {
	switch strings.ToLower(path.Ext(file)) {
	case ".mp4", ".m4v", ".mov", ".mkv", ".webm", ".ts", ".mts", ".m2ts", ".avi", ".flv", ".wmv", ".mpg", ".mpeg", ".mp3", ".m4a", ".wav", ".aac":
		return Recording
	case ".vtt", ".srt":
		return Captions
	case ".txt":
		return Chapters
	case ".pdf", ".pptx", ".ppt":
		return Slides
	}
	return Other
}

func stem(file string) string {
	return strings.ToLower(strings.TrimSuffix(file, path.Ext(file)))
}

// findRepeated leaves out a file that the folder has twice.
func findRepeated(files []File, out []Match) {
	type content struct {
		size        int64
		fingerprint string
	}
	first := map[content]int{}
	for i := range files {
		of := content{files[i].Size, files[i].Fingerprint}
		if out[i].Kind != Recording || of.fingerprint == "" || out[i].State == Here {
			continue
		}
		if j, seen := first[of]; seen {
			out[i].State, out[i].Of, out[i].Reason = Twice, j, because("recordings.twice", "file", path.Base(files[j].Path))
			continue
		}
		first[of] = i
	}
}

var partPattern = regexp.MustCompile(`^[ _.-]*(?:part|pt|p)?[ _.-]*[(（]?([2-9])[)）]?$`)

// findParts finds files that are a further part of another: the same name with a number behind it, or two of one class.
func findParts(files []File, out []Match) {
	byStem := map[string]int{}
	for i := range files {
		if out[i].Kind == Recording && out[i].State != Twice {
			byStem[stem(files[i].Path)] = i
		}
	}
	order := make([]int, 0, len(files))
	for i := range files {
		if out[i].Kind == Recording && out[i].State != Twice && out[i].State != Here {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(out[a].Name.Clock, out[b].Name.Clock), cmp.Compare(stem(files[a].Path), stem(files[b].Path)))
	})
	taken := map[string]int{}
	parts := map[int]int{}
	for _, i := range order {
		of := firstPart(stem(files[i].Path), byStem)
		place := ""
		if best := out[i].Best(); best != nil && best.Percent >= likelyFrom {
			place = cmp.Or(best.Class, best.Lesson, best.Course+"\n"+strings.ToLower(best.Title))
		}
		if j, there := taken[place]; of < 0 && place != "" && there {
			of = j
		}
		if of < 0 || of == i {
			if place != "" {
				taken[place] = i
			}
			continue
		}
		if out[of].Of >= 0 && out[of].State == Part {
			of = out[of].Of
		}
		if parts[of] == 0 {
			parts[of] = 1
		}
		parts[of]++
		out[i].beside(&out[of], of, parts[of], path.Base(files[of].Path))
	}
}

func firstPart(name string, byStem map[string]int) int {
	for end := len(name) - 1; end > 0 && end >= len(name)-10; end-- {
		if i, there := byStem[name[:end]]; there && partPattern.MatchString(name[end:]) {
			return i
		}
	}
	return -1
}

// beside makes a match a further part of another. Recordings are not joined: it becomes a lesson of its own beside the first.
func (m *Match) beside(first *Match, of, number int, file string) {
	m.State, m.Of, m.Number, m.Reason = Part, of, number, because("recordings.part", "file", file, "number", strconv.Itoa(number))
	if best := first.Best(); best != nil {
		one := *best
		one.Target = best.Beside(number)
		one.Position, one.Replaces, one.TitleEn, one.Reasons = 0, "", "", []Reason{m.Reason}
		one.Percent = min(best.Percent, 86)
		rest := slices.DeleteFunc(m.Candidates, func(c Candidate) bool { return c.Class != "" && c.Class == best.Class })
		m.Candidates = append([]Candidate{one}, rest...)
		m.Candidates = m.Candidates[:min(len(m.Candidates), maxCandidates)]
	}
}

var languages = []struct {
	pattern  *regexp.Regexp
	language string
}{
	{regexp.MustCompile(`(?i)(?:^|[^a-z])(?:zh|cn|chs|chi|zho)(?:[-_][a-z]+)?(?:[^a-z]|$)|中文|中字|简体|chinese`), "zh-CN"},
	{regexp.MustCompile(`(?i)(?:^|[^a-z])(?:en|eng)(?:[-_][a-z]+)?(?:[^a-z]|$)|英文|english`), "en-US"},
}

// findBeside gives captions, chapters and slides to the recording that is called as they are.
func findBeside(files []File, out []Match) {
	for i := range files {
		m := &out[i]
		if m.Kind == Recording || m.Kind == Other {
			continue
		}
		name, best := stem(files[i].Path), 0
		for j := range files {
			of := stem(files[j].Path)
			if out[j].Kind != Recording || out[j].State == Twice || len(of) <= best || !strings.HasPrefix(name, of) {
				continue
			}
			if rest := name[len(of):]; rest == "" || !isWord(rest[0]) {
				m.Of, best = j, len(of)
			}
		}
		if m.Of < 0 {
			m.Of = sameMeaning(files, out, i)
		}
		if m.Of < 0 {
			m.Reason = because("recordings.alone")
			continue
		}
		m.State = Beside
		if m.Kind == Captions {
			rest := path.Base(name)
			if best > 0 {
				rest = name[best:]
			}
			for _, l := range languages {
				if l.pattern.MatchString(rest) {
					m.Language = l.language
					break
				}
			}
		}
	}
}

// sameMeaning finds the one recording whose name has the same words but for a word such as slides.
func sameMeaning(files []File, out []Match, i int) int {
	found := -1
	name := besideWords.ReplaceAllString(stem(path.Base(files[i].Path)), "")
	for j := range files {
		if out[j].Kind != Recording || out[j].State == Twice || path.Dir(files[j].Path) != path.Dir(files[i].Path) {
			continue
		}
		if of := squash(stem(path.Base(files[j].Path))); of != "" && squash(name) == of {
			if found >= 0 {
				return -1
			}
			found = j
		}
	}
	return found
}

var besideWords = regexp.MustCompile(`slides?|handouts?|chapters?|captions?|subtitles?|课件|讲义|章节|字幕|英文|中文`)

// titleBeside is what a further part is called.
func titleBeside(title string, number int) string { return fmt.Sprintf("%s (%d)", title, number) }
