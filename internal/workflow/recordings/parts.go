package recordings

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"lectern/internal/workflow/recordings/filename"
)

var (
	// partWord is a name with an explicit part number: lecture_part2, lecture p2, 第2段.
	partWord = regexp.MustCompile(
		`^(.*[^a-z])(?:part|pt|p)[ _.-]*[(（]?0?([1-9]\d?)[)）]?$|^(.+)第0?([1-9]\d?)(?:段|部分)[)）]?$`)
	// partOfThree is a name that ends with 上, 中 or 下: first, middle or last part.
	partOfThree = regexp.MustCompile(`^(.*(?:[^\p{Han}]|[讲课次节日号班周]))[(（]?([上中下])(?:半?[部场段]|集|半)?[)）]?$`)
	// partNumber is a name with a trailing number, which may mean anything: lecture-02, lecture (2).
	partNumber = regexp.MustCompile(`^(.+?)[ _.-]*[(（]0?([1-9]\d?)[)）]$|^(.+?)[ _.-]+0?([1-9]\d?)$`)
)

// followsWithin is how far the start of a part may overlap the end of the previous one, because clocks are read in
// minutes.
const followsWithin = 2 * time.Minute

// series is a recording in several numbered files, first part first.
type series struct {
	base    string // common name, with folders
	files   []int
	numbers []int // part numbers, possibly with gaps
}

// findSeries finds the parts of one recording. A bare number counts as a part number only if there is a file of
// that name without a number, or if the name has the time of a class. Otherwise it is a lesson number, as in MKT201
// part 2.
func findSeries(files []File, out []Match, names *filename.Reader) []series {
	plain := map[string]int{}
	for i := range files {
		if out[i].Kind == Recording && out[i].State != Twice {
			plain[stem(files[i].Path)] = i
		}
	}
	numbered := map[string]map[int]int{} // by name and number
	var bases []string
	for i := range files {
		if out[i].Kind != Recording || out[i].State == Twice {
			continue
		}
		base, number := splitPart(stem(files[i].Path), plain, names)
		if number == 0 {
			continue
		}
		if numbered[base] == nil {
			numbered[base] = map[int]int{}
			bases = append(bases, base)
		}
		if _, taken := numbered[base][number]; !taken {
			numbered[base][number] = i
		}
	}
	var list []series
	for _, base := range bases {
		parts := numbered[base]
		if first, there := plain[base]; there {
			if _, taken := parts[1]; !taken {
				parts[1] = first
			}
		}
		if _, there := parts[1]; !there || len(parts) < 2 {
			continue
		}
		one := series{base: base}
		for number := range parts {
			one.files = append(one.files, number)
		}
		slices.Sort(one.files)
		one.numbers = slices.Clone(one.files)
		for i, number := range one.files {
			one.files[i] = parts[number]
		}
		if slices.Equal(one.numbers, []int{1, 3}) && partOfThree.MatchString(stem(files[parts[3]].Path)) {
			one.numbers[1] = 2 // just two halves, 上 and 下
		}
		list = append(list, one)
	}
	return list
}

// splitPart splits the part number from a name; 0 if it has none.
func splitPart(name string, plain map[string]int, names *filename.Reader) (base string, number int) {
	take := func(pattern *regexp.Regexp) bool {
		m := pattern.FindStringSubmatch(name)
		if m == nil {
			return false
		}
		base = strings.TrimRight(m[1]+m[3], " _.-(（[")
		number, _ = strconv.Atoi(m[2] + m[4]) // digits only
		return path.Base(base) != "" && !strings.HasSuffix(base, "/")
	}
	if take(partWord) {
		if said := names.Read(base + "."); said.SaysWhen() || said.Title != "" || hasPlain(plain, base) {
			return base, number
		}
	}
	if m := partOfThree.FindStringSubmatch(name); m != nil {
		base = strings.TrimRight(m[1], " _.-(（[")
		if said := names.Read(base + "."); said.SaysWhen() || said.Turn > 0 || said.Number > 0 {
			return base, 1 + strings.Index("上中下", m[2])/len("上")
		}
	}
	if take(partNumber) {
		if said := names.Read(base + "."); hasPlain(plain, base) || said.Dated && said.Timed {
			return base, number
		}
	}
	return "", 0
}

func hasPlain(plain map[string]int, base string) bool {
	_, there := plain[base]
	return there
}

// findParts marks the further parts of series, and files whose class already has one.
func findParts(files []File, out []Match, list []series) {
	for _, s := range list {
		first := s.files[0]
		for at, i := range s.files[1:] {
			number, file := s.numbers[at+1], path.Base(files[first].Path)
			if out[i].State == Here {
				continue
			}
			out[i].part(&out[first], first, number, file,
				number == at+2 && (out[first].State != Here || out[first].Known.Lesson != ""))
			if number > at+2 {
				out[i].Reason = because("recordings.part_gap", "file", file, "number", strconv.Itoa(number))
			}
		}
	}
	order := make([]int, 0, len(files))
	for i := range files {
		if out[i].Kind == Recording && out[i].State != Twice && out[i].State != Here && out[i].State != Part {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(out[a].Name.Clock, out[b].Name.Clock),
			cmp.Compare(stem(files[a].Path), stem(files[b].Path)))
	})
	taken := map[string][]int{} // files per place, in order of time
	for _, i := range order {
		best := out[i].Best()
		if best == nil {
			continue
		}
		place := cmp.Or(best.Class, best.Lesson, best.Course+"\n"+strings.ToLower(best.Title))
		before := taken[place]
		certain := len(before) > 0 && follows(files, out, before[len(before)-1], i)
		if best.Percent < likelyFrom && !(certain && best.Class != "" && out[i].Name.Clock < best.Hours.Ends) {
			continue
		}
		taken[place] = append(before, i)
		if len(before) > 0 {
			out[i].part(&out[before[0]], before[0], len(before)+1, path.Base(files[before[0]].Path), certain)
		}
		if certain {
			out[before[0]].lengthen(files, taken[place])
		}
	}
}

// lengthen judges the first part by the total length, so that it doesn't seem cut off.
func (m *Match) lengthen(files []File, parts []int) {
	var all time.Duration
	for _, i := range parts {
		all += files[i].Length
	}
	best := m.Best()
	short := slices.IndexFunc(best.Reasons, func(r Reason) bool { return r.Code == "recordings.short" })
	if short < 0 || all.Minutes() < shortest*float64(best.Hours.Ends-best.Hours.Starts) {
		return
	}
	best.Reasons[short] = because("recordings.fits_length")
	best.Percent = min(99, int(float64(best.Percent)/shortFactor+0.5))
	if m.Reason != nil && m.Reason.Code == "recordings.short" {
		m.Reason = nil
		if m.State == Likely && best.Percent >= sureFrom {
			m.State = Sure
		}
	}
}

// follows reports whether a file certainly begins after another ends.
func follows(files []File, out []Match, before, after int) bool {
	a, b := out[before].Name, out[after].Name
	if !a.Timed || !b.Timed || !a.Dated || a.Day != b.Day || files[before].Length <= 0 {
		return false
	}
	return time.Duration(b.Clock-a.Clock)*time.Minute+followsWithin >= files[before].Length
}

// part marks a match as a further part. Staff can join it with the first, or else it becomes a separate lesson
// beside the first.
func (m *Match) part(first *Match, of, number int, file string, certain bool) {
	code := "recordings.part"
	if !certain {
		code = "recordings.part_perhaps"
	}
	m.State, m.Of, m.Number, m.Join, m.Reason = Part, of, number, certain,
		because(code, "file", file, "number", strconv.Itoa(number))
	if best := first.Best(); best != nil {
		one := *best
		one.Target = best.Beside(number)
		one.Position, one.Replaces, one.Published, one.Reasons = 0, "", false, []Reason{because("recordings.beside")}
		one.Percent = min(best.Percent, 86)
		rest := slices.DeleteFunc(m.Candidates, func(c Candidate) bool { return c.Class != "" && c.Class == best.Class })
		m.Candidates = append([]Candidate{one}, rest...)
		m.Candidates = m.Candidates[:min(len(m.Candidates), maxCandidates-1)] // the first key joins
	}
}
