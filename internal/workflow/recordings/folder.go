package recordings

import (
	"fmt"
	"path"
	"regexp"
	"strings"
)

// kindOf guesses the kind from the extension; the content is checked after the upload.
func kindOf(file string) Kind {
	switch strings.ToLower(path.Ext(file)) {
	case ".mp4", ".m4v", ".mov", ".mkv", ".webm", ".ts", ".mts", ".m2ts", ".avi", ".flv", ".wmv", ".mpg", ".mpeg", ".3gp",
		".mp3", ".m4a", ".wav", ".aac", ".flac", ".ogg":
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

// findRepeated marks files that the folder has twice.
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

var languages = []struct {
	pattern  *regexp.Regexp
	language string
}{
	{regexp.MustCompile(`(?i)(?:^|[^a-z])(?:zh|cn|chs|chi|zho)(?:[-_][a-z]+)?(?:[^a-z]|$)|中文|中字|简体|chinese`), "zh-CN"},
	{regexp.MustCompile(`(?i)(?:^|[^a-z])(?:en|eng)(?:[-_][a-z]+)?(?:[^a-z]|$)|英文|english`), "en-US"},
}

// findBeside assigns captions, chapters and slides to the recording with the same name.
func findBeside(files []File, out []Match) {
	for i := range files {
		m := &out[i]
		if m.Kind == Recording || m.Kind == Other {
			continue
		}
		name, best := stem(files[i].Path), 0
		for j := range files {
			of := stem(files[j].Path)
			if out[j].Kind != Recording || len(of) <= best || !strings.HasPrefix(name, of) {
				continue
			}
			if rest := name[len(of):]; rest == "" || !isWord(rest[0]) {
				m.Of, best = j, len(of)
				if out[j].State == Twice { // only the first one is uploaded
					m.Of = out[j].Of
				}
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

// sameMeaning finds the only recording whose name differs just by a word such as slides.
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

// titleBeside returns the title of a further part.
func titleBeside(title string, number int) string { return fmt.Sprintf("%s (%d)", title, number) }
