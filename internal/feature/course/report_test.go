package course

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"
)

const second = int64(1000)

func TestSpansAdd(t *testing.T) {
	for _, tc := range []struct {
		name   string
		have   string
		piece  Span
		limit  int64
		want   string
		growth int64
	}{
		{"the first", "", Span{0, 5000}, 9000, "0-5000", 5000},
		{"a repeated one", "0-5000", Span{1000, 4000}, 9000, "0-5000", 0},
		{"the end of one", "0-5000", Span{4000, 7000}, 9000, "0-7000", 2000},
		{"the beginning of one", "5000-9000", Span{2000, 6000}, 9000, "2000-9000", 3000},
		{"over several", "0-1000,3000-4000,8000-9000", Span{500, 8500}, 9000, "0-9000", 6000},
		{"around one", "3000-4000", Span{0, 9000}, 9000, "0-9000", 8000},
		{"between two, apart from both", "0-1000,9000-9500", Span{4000, 5000}, 9000, "0-1000,4000-5000,9000-9500", 1000},
		{"a short gap after the last: it counts as watched and is paid", "0-1000", Span{1400, 2000}, 9000, "0-2000", 1000},
		{"a short gap before the next", "3000-4000", Span{1000, 2600}, 9000, "1000-4000", 2000},
		{"touching", "0-1000", Span{1000, 2000}, 9000, "0-2000", 1000},
		{"nothing", "0-1000", Span{3000, 3000}, 9000, "0-1000", 0},
		{"backwards", "0-1000", Span{5000, 3000}, 9000, "0-1000", 0},
		{"no room", "0-1000", Span{3000, 5000}, 0, "0-1000", 0},
		{"the limit cuts the end", "", Span{3000, 9000}, 2500, "3000-5500", 2500},
		{"the limit ends at the gap", "0-1000,3000-4000", Span{0, 9000}, 1500, "0-2500,3000-4000", 1500},
		{"the limit covers the gap exactly", "0-1000,3000-4000", Span{0, 9000}, 2000, "0-4000", 2000},
		{"the limit ends after the gap", "0-1000,3000-4000", Span{0, 9000}, 3000, "0-5000", 3000},
		{"the limit ends before the first", "5000-6000", Span{0, 9000}, 1000, "0-1000,5000-6000", 1000},
	} {
		t.Run(tc.name, func(t *testing.T) {
			have, err := ParseSpans(tc.have)
			if err != nil {
				t.Fatal(err)
			}
			got, growth := have.add(tc.piece, tc.limit)
			if got.String() != tc.want || growth != tc.growth {
				t.Errorf("%s and %v within %d: %s, grown by %d; want %s, %d", tc.have, tc.piece, tc.limit,
					got, growth, tc.want, tc.growth)
			}
			if have.String() != tc.have {
				t.Errorf("the old pieces became %s", have)
			}
		})
	}
}

func TestSpansAreBounded(t *testing.T) {
	var s Spans
	for i := range int64(2 * maxSpans) {
		s, _ = s.add(Span{i * 2000, i*2000 + 1000}, 1000)
	}
	if len(s) != maxSpans {
		t.Fatalf("%d pieces", len(s))
	}
	if _, n := s.add(Span{0, 2 * maxSpans * 2000}, 1<<40); n == 0 {
		t.Error("a piece that touches others does not count any more")
	}
	before := s[0].From
	moved := Spans{}
	for _, span := range s {
		moved = append(moved, Span{span.From + 5000, span.To + 5000})
	}
	if got, n := moved.add(Span{before, moved[3].To}, 100); n != 0 || len(got) != maxSpans {
		t.Errorf("cut before the first of a full list: %d pieces, grown by %d", len(got), n)
	}
}

// scene is one lesson and one student's players.
type scene struct {
	now      time.Time
	duration int64
	record   record
	clock    clock
}

func newScene(duration time.Duration) *scene {
	s := &scene{now: time.Date(2026, 9, 7, 8, 0, 0, 0, time.UTC), duration: duration.Milliseconds(), clock: newClock()}
	s.record.acks = newAcks(s.now.UnixMilli())
	return s
}

func (s *scene) report(player string, spans ...Span) taken {
	at := int64(0)
	if len(spans) > 0 {
		at = spans[len(spans)-1].To
	}
	return s.record.take(&s.clock, s.now, s.duration, Report{Player: player, Speed: 1, Position: at, Spans: spans})
}

func (s *scene) wait(d time.Duration) { s.now = s.now.Add(d) }

// [3.4] A report counts as far as it could have been watched.
func TestReports(t *testing.T) {
	for _, tc := range []struct {
		name  string
		play  func(s *scene)
		want  string // spans
		done  bool
		after int // percent of a lesson of 1000 s
	}{
		{"watched at normal speed", func(s *scene) {
			for i := range int64(10) {
				s.wait(10 * time.Second)
				s.report("a", Span{i * 10 * second, (i + 1) * 10 * second})
			}
		}, "0-100000", false, 10},
		{"at three times the speed", func(s *scene) {
			for i := range int64(10) {
				s.wait(10 * time.Second)
				s.report("a", Span{i * 30 * second, (i + 1) * 30 * second})
			}
		}, "0-300000", false, 30},
		{"forged at once: only the grace counts", func(s *scene) {
			s.report("a",
				Span{0, 1000 * second})
		}, "0-15000", false, 1},
		{"forged again and again at once", func(s *scene) {
			for range 100 {
				s.report("a", Span{0, 1000 * second})
			}
		}, "0-15000", false, 1},
		{"forged by many players", func(s *scene) {
			for i := range 100 {
				s.report(string(rune('a'+i)), Span{0, 1000 * second})
			}
		}, "0-15000", false, 1},
		{"forged by players that were opened in time", func(s *scene) {
			for _, player := range []string{"a", "b", "c"} {
				s.report(player)
			}
			s.wait(100 * time.Second)
			for _, player := range []string{"a", "b", "c"} {
				s.report(player, Span{0, 1000 * second})
			}
		}, "0-315000", false, 31},
		{"a replay", func(s *scene) {
			s.wait(20 * time.Second)
			for range 50 {
				s.report("a", Span{0, 20 * second})
			}
		}, "0-20000", false, 2},
		{"two devices, the same minutes", func(s *scene) {
			for i := range int64(10) {
				s.wait(10 * time.Second)
				s.report("a", Span{i * 10 * second, (i + 1) * 10 * second})
				s.report("b", Span{i * 10 * second, (i + 1) * 10 * second})
			}
		}, "0-100000", false, 10},
		{"two devices, overlapping", func(s *scene) {
			s.report("b")
			s.wait(20 * time.Second)
			s.report("a", Span{0, 20 * second})
			s.report("b", Span{10 * second, 30 * second})
		}, "0-30000", false, 3},
		{"offline for ten minutes, sent later", func(s *scene) {
			s.report("a", Span{0, 10 * second})
			s.wait(10 * time.Minute)
			s.report("a", Span{10 * second, 610 * second})
		}, "0-610000", false, 61},
		{"offline while another device was watching", func(s *scene) {
			s.report("a")
			for i := range int64(60) {
				s.wait(10 * time.Second)
				s.report("b", Span{i * 5 * second, (i + 1) * 5 * second})
			}
			s.report("a", Span{300 * second, 900 * second})
		}, "0-900000", true, 90},
		{"more than the clock allows is cut, and accepted when reported again later", func(s *scene) {
			s.wait(10 * time.Second)
			s.report("a", Span{0, 100 * second})
			s.wait(20 * time.Second)
			s.report("a", Span{0, 100 * second})
		}, "0-100000", false, 10},
		{"done at nine tenths", func(s *scene) {
			s.wait(10 * time.Minute)
			s.report("a", Span{100 * second, 1000 * second})
		}, "100000-1000000", true, 90},
		{"not done just before that", func(s *scene) {
			s.wait(10 * time.Minute)
			s.report("a", Span{100*second + 1, 1000 * second})
		}, "100001-1000000", false, 89},
		{"outside the lesson", func(s *scene) {
			s.wait(time.Hour)
			s.report("a", Span{-50 * second, -10 * second}, Span{-5 * second, 5 * second}, Span{999 * second, 5000 * second},
				Span{2000 * second, 3000 * second})
		}, "0-5000,999000-1000000", false, 0},
		{"a clock that goes back grants nothing", func(s *scene) {
			s.wait(10 * time.Second)
			s.report("a", Span{0, 45 * second})
			s.now = s.now.Add(-time.Hour)
			s.report("a", Span{0, 100 * second})
		}, "0-45000", false, 4},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := newScene(1000 * time.Second)
			tc.play(s)
			if got := s.record; got.spans.String() != tc.want || got.done != tc.done || got.percent != tc.after {
				t.Errorf("%s, done %v, %d %%; want %s, %v, %d %%", got.spans, got.done, got.percent, tc.want, tc.done, tc.after)
			}
		})
	}
}

func TestAReplacedRecordingTakesNothingBack(t *testing.T) {
	s := newScene(100 * time.Second)
	s.wait(time.Minute)
	s.report("a", Span{0, 95 * second})
	s.duration *= 10
	s.wait(time.Minute)
	s.report("a", Span{95 * second, 100 * second})
	if got := s.record; got.percent != 95 || !got.done || got.spans.String() != "0-100000" {
		t.Errorf("after a longer one: %+v", got)
	}
	s.duration = 50 * second
	s.wait(time.Minute)
	if got := s.report("a", Span{0, 50 * second}); got.accepted != 0 || s.record.percent != 100 ||
		s.record.position != 50*second {
		t.Errorf("after a shorter one: %+v, %+v", got, s.record)
	}
	s.duration = 0
	if got := s.report("a", Span{0, 50 * second}); got.accepted != 0 || s.record.percent != 100 {
		t.Errorf("after none: %+v, %+v", got, s.record)
	}
}

// [3.4] What was watched of an old recording beyond the end of the new one doesn't count for the new one.
func TestAShorterRecordingIsNotDoneUnseen(t *testing.T) {
	s := newScene(100 * time.Second)
	s.wait(time.Minute)
	s.report("a", Span{50 * second, 100 * second})
	s.duration = 50 * second
	s.wait(time.Minute)
	if got := s.report("a", Span{0, 2 * second}); got.accepted != 2*second || s.record.done || s.record.percent != 50 ||
		s.record.spans.String() != "0-2000" {
		t.Errorf("[3.4] two seconds of fifty: %+v, %+v", got, s.record)
	}
}

func TestStudyTimeIsTimeByTheClock(t *testing.T) {
	s := newScene(1000 * time.Second)
	s.wait(10 * time.Second)
	if got := s.record.take(&s.clock, s.now, s.duration,
		Report{Player: "a", Speed: 2, Spans: []Span{{0, 20 * second}}}); got.studied != 10*second {
		t.Errorf("twenty seconds at twice the speed took %d ms", got.studied)
	}
	s.wait(10 * time.Second)
	if got := s.report("a", Span{0, 10 * second}); got.studied != 10*second || got.accepted != 0 {
		t.Errorf("watching once more is studying too: %+v", got)
	}
	if got := s.report("b", Span{0, 10 * second}); got.studied != 0 {
		t.Errorf("a second device at the same time studied %d ms", got.studied)
	}
	s.wait(time.Second)
	if got := s.report("a", Span{0, 900 * second}); got.studied != second {
		t.Errorf("studied %d ms in a second", got.studied)
	}
}

// TestWhateverIsReported simulates honest and dishonest students and checks the invariants.
func TestWhateverIsReported(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 7))
		s := newScene(time.Duration(30+r.IntN(7000)) * time.Second)
		first, studied := s.now, int64(0)
		since := map[string]int64{}
		players := 1 + r.IntN(2*maxAcks)
		for range 150 {
			s.wait(time.Duration(r.Int64N(1 << r.IntN(20) * int64(time.Millisecond))))
			player := string(rune('a' + r.IntN(players)))
			var spans []Span
			for range r.IntN(5) {
				from := r.Int64N(s.duration)
				spans = append(spans, Span{from, from + r.Int64N(s.duration)})
			}
			before := slices.Clone(s.record.spans)
			got := s.report(player, spans...)
			after, ms := s.record.spans, s.now.UnixMilli()
			studied += got.studied
			for _, span := range before {
				if !slices.ContainsFunc(after, func(in Span) bool { return in.From <= span.From && span.To <= in.To }) {
					t.Fatalf("seed %d: %v was watched and is no more in %v", seed, span, after)
				}
			}
			for i := 1; i < len(after); i++ {
				if after[i].From <= after[i-1].To || after[i].To <= after[i].From {
					t.Fatalf("seed %d: %v are not in order", seed, after)
				}
			}
			if after.Total() != before.Total()+got.accepted || after.Total() > s.duration || len(after) > maxSpans {
				t.Fatalf("seed %d: %d ms and %d more are %d of %d", seed, before.Total(), got.accepted, after.Total(), s.duration)
			}
			if limit := MaxSpeed*s.now.Sub(first).Milliseconds() + grace; after.Total() > limit {
				t.Fatalf("seed %d: %d ms watched where the clock allows %d", seed, after.Total(), limit)
			}
			if last, ok := since[player]; ok && players <= maxAcks && got.accepted > MaxSpeed*(ms-last)+grace {
				t.Fatalf("seed %d: %d ms accepted, %d ms after the last ack", seed, got.accepted, ms-last)
			}
			since[player] = ms
			if studied > s.now.Sub(first).Milliseconds() || s.clock.grace < 0 ||
				s.clock.grace > grace || len(s.clock.used) > maxUsed {
				t.Fatalf("seed %d: studied %d ms, grace %d, %d spans of the clock", seed, studied, s.clock.grace, len(s.clock.used))
			}
			s.reload(t)
		}
	}
}

// reload stores and rereads the clock and the acks, as every report does.
func (s *scene) reload(t *testing.T) {
	t.Helper()
	read, err := parseClock(s.clock.String())
	if err != nil || !slices.Equal(read.used, s.clock.used) || read.grace != s.clock.grace ||
		read.studied != s.clock.studied {
		t.Fatalf("%v is stored %q and read back as %v, %v", s.clock, s.clock.String(), read, err)
	}
	s.clock = read
	back, err := parseAcks(s.record.acks.String())
	if err != nil || !reflect.DeepEqual(back, s.record.acks) {
		t.Fatalf("%v is read back as %v, %v", s.record.acks, back, err)
	}
}

// [3.4] A student with several lessons open on two devices gets as much as with one lesson.
func TestSeveralLessonsAtOnce(t *testing.T) {
	lessons := []*scene{newScene(1000 * time.Second), newScene(1000 * time.Second), newScene(1000 * time.Second)}
	shared := newClock()
	accepted, studied := int64(0), int64(0)
	for _, l := range lessons {
		l.wait(17 * time.Second)
		got := l.record.take(&shared, l.now, l.duration, Report{Player: "a", Speed: 1, Spans: []Span{{0, 51 * second}}})
		accepted, studied = accepted+got.accepted, studied+got.studied
	}
	if accepted != 66*second || studied != 17*second {
		t.Errorf("[3.4] %d ms watched and %d ms studied in 17 s", accepted, studied)
	}
}

// TestWhateverIsReportedOfSeveralLessons is the same for several lessons, opened at any time, on two devices.
func TestWhateverIsReportedOfSeveralLessons(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 8))
		s := newScene(time.Duration(30+r.IntN(7000)) * time.Second)
		first, accepted, studied := s.now.UnixMilli(), int64(0), int64(0)
		lessons := make([]*record, 1+r.IntN(6))
		acked := map[string]int64{}
		for range 150 {
			s.wait(time.Duration(r.Int64N(1 << r.IntN(20) * int64(time.Millisecond))))
			ms, n, player := s.now.UnixMilli(), r.IntN(len(lessons)), string(rune('a'+r.IntN(2)))
			if lessons[n] == nil {
				lessons[n] = &record{acks: newAcks(ms)}
				acked[string(rune('0'+n))+"a"], acked[string(rune('0'+n))+"b"] = ms, ms
				continue
			}
			from := r.Int64N(s.duration)
			key := string(rune('0'+n)) + player
			got := lessons[n].take(&s.clock, s.now, s.duration,
				Report{Player: player, Speed: 1, Spans: []Span{{from, from + r.Int64N(s.duration)}}})
			accepted, studied = accepted+got.accepted, studied+got.studied
			if limit := MaxSpeed*(ms-first) + grace; accepted > limit || studied > ms-first {
				t.Fatalf("seed %d: %d ms watched and %d ms studied where the clock allows %d and %d", seed,
					accepted, studied, limit, ms-first)
			}
			if limit := MaxSpeed*(ms-acked[key]) + grace; got.accepted > limit {
				t.Fatalf("seed %d: %d ms accepted where the clock since the last ack allows %d", seed, got.accepted, limit)
			}
			acked[key] = ms
			s.reload(t)
		}
	}
}

func FuzzReport(f *testing.F) {
	f.Add("0-15000,20000-30500", int64(60_000), int64(5_000), int64(1_000), int64(40_000), int64(0), int64(60_000))
	f.Add("", int64(1), int64(0), int64(-5), int64(1<<62), int64(9), int64(3))
	f.Fuzz(func(t *testing.T, have string, duration, elapsed, from, to, from2, to2 int64) {
		const day = 24 * 60 * 60 * 1000
		spans, err := ParseSpans(have)
		if err != nil || duration < 0 || duration > day || elapsed < 0 || elapsed > 365*day ||
			len(spans) > 0 && spans[len(spans)-1].To > day {
			return
		}
		if text := spans.String(); text != have {
			again, err := ParseSpans(text)
			if err != nil || !reflect.DeepEqual(again, spans) {
				t.Fatalf("%q is written %q, which reads %v, %v", have, text, again, err)
			}
		}
		s := newScene(time.Duration(duration) * time.Millisecond)
		s.record.spans = spans
		s.wait(time.Duration(elapsed) * time.Millisecond)
		before := spans.within(duration).Total()
		if duration == 0 {
			before = spans.Total()
		}
		got := s.record.take(&s.clock, s.now, duration,
			Report{Player: "a", Speed: 1, Position: to, Spans: []Span{{from, to}, {from2, to2}}})
		total := s.record.spans.Total()
		if got.accepted < 0 || got.accepted > MaxSpeed*elapsed+grace || total != before+got.accepted ||
			s.record.percent > 100 || got.studied < 0 || got.studied > elapsed {
			t.Fatalf("%+v; %d ms before, %d after", got, before, total)
		}
		if s.record.position < 0 || s.record.position > duration {
			t.Fatalf("position %d", s.record.position)
		}
		s.reload(t)
	})
}

func TestParseRefuses(t *testing.T) {
	for _, text := range []string{"1", "a-b", "5-5", "5-4", "0-5,5-6", "0-5,3-9", "-1-5", "0-5,", ","} {
		if got, err := ParseSpans(text); err == nil {
			t.Errorf("ParseSpans(%q) = %v", text, got)
		}
	}
	for _, text := range []string{"", "1", "0:0:0:0", "0", "!:0", "0:!", "1 !:0:0", "0:0 "} {
		if got, err := parseAcks(text); err == nil {
			t.Errorf("parseAcks(%q) = %v", text, got)
		}
	}
	for _, text := range []string{"1", "1 1 1", "1 1 0 1", "1 1 1 0", "!", "1 !", "-1 5", "1 1 "} {
		if got, err := parseClock(text); err == nil {
			t.Errorf("parseClock(%q) = %v", text, got)
		}
	}
	if got, err := parseAcks("15000 0:a:5 1z:b:0"); err != nil || !reflect.DeepEqual(got, acks{{0, 10}, {71, 11}}) {
		t.Errorf("acks as stored before: %v, %v", got, err)
	}
}
