// Command watching-export measures computing viewing records for 5,000 students and 40 lessons, and exporting them
// as CSV and XLSX, with SQLite: the time, and the server's additional memory.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"time"

	"lectern/bench/college"
	"lectern/bench/load"
	"lectern/internal/kernel/sqldb"
)

const (
	students   = 5000
	lessons    = 40
	groupSize  = 100
	mostMemory = 100 // MiB
)

func main() { load.Main(measure) }

func measure(ctx context.Context, binary string, _ time.Duration) error {
	c, err := college.StartOn(ctx, binary, college.Place{}, func(c *college.College) error { return fill(ctx, c) })
	if err != nil {
		return err
	}
	defer c.Close()
	begun := time.Now()
	if err := c.Login(ctx, &c.Staff); err != nil {
		return err
	}
	if err := computed(ctx, c); err != nil {
		return err
	}
	took := time.Since(begun)
	if err := (load.Figure{
		What: fmt.Sprintf("compute who watched, %d × %d", students, lessons), Value: took.Seconds(),
		Unit: "s", Most: 60,
	}).Print(); err != nil {
		return err
	}
	for _, format := range []string{"csv", "xlsx"} {
		if err := export(ctx, binary, c, format); err != nil {
			return fmt.Errorf("%s: %w", format, err)
		}
	}
	return nil
}

// computed waits until the server has computed everything, which it does at start.
func computed(ctx context.Context, c *college.College) error {
	for {
		answer, err := c.Staff.Do(ctx, http.MethodGet, "/api/admin/watching", nil)
		if err != nil {
			return err
		}
		var now struct {
			AsOf      string
			Computing bool
		}
		if err := json.Unmarshal(answer.Data, &now); err != nil {
			return fmt.Errorf("look at who watched: %d %v", answer.Status, answer.Errors)
		}
		if now.AsOf != "" && !now.Computing {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// export exports the whole list from a new server, so that its peak memory is due to the export.
func export(ctx context.Context, binary string, c *college.College, format string) error {
	c.Stop()
	again, err := college.StartOn(ctx, binary, college.Place{Folder: c.Folder}, nil)
	if err != nil {
		return err
	}
	c.Process = again.Process
	if err := c.Login(ctx, &c.Staff); err != nil {
		return err
	}
	before, err := c.RSS()
	if err != nil {
		return err
	}
	begun := time.Now()
	size, err := fetch(ctx, c, "/api/admin/watching/export?course=bench&format="+format)
	if err != nil {
		return err
	}
	took := time.Since(begun)
	peak, err := c.PeakRSS()
	if err != nil {
		return err
	}
	what := fmt.Sprintf("who watched, %d × %d as %s", students, lessons, format)
	return errors.Join(
		load.Figure{
			What: what + ", memory more", Value: peak - before, Unit: "MiB", Most: mostMemory,
			Detail: fmt.Sprintf("%.0f and %.0f MiB", before, peak),
		}.Print(),
		load.Figure{
			What: what + ", time", Value: took.Seconds(), Unit: "s", Most: 60,
			Detail: fmt.Sprintf("%.1f MB", float64(size)/1e6),
		}.Print(),
	)
}

func fetch(ctx context.Context, c *college.College, path string) (size int64, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+c.Addr+path, http.NoBody)
	if err != nil {
		return 0, err
	}
	for name, value := range c.Staff.Sign() {
		request.Header.Set(name, value)
	}
	request.Header.Set("Cookie", c.Staff.Cookie)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	size, err = io.Copy(io.Discard, answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("status %d", answer.StatusCode)
	}
	return size, err
}

// fill writes rows directly, because an import and as many reports would take long. All students watched every
// second lesson, in two pieces.
func fill(ctx context.Context, c *college.College) error {
	db, err := sqldb.Open(ctx, sqldb.Options{URL: filepath.Join(c.Folder, "data", "lectern.db")})
	if err != nil {
		return err
	}
	return errors.Join(db.Write(ctx, func(q sqldb.Querier) error { return write(ctx, q) }), db.Close())
}

func write(ctx context.Context, q sqldb.Querier) error {
	exec := func(text string, args ...any) error {
		_, err := q.ExecContext(ctx, text, args...)
		return err
	}
	var term string
	if err := q.QueryRowContext(ctx, `SELECT id FROM term ORDER BY first_monday DESC LIMIT 1`).Scan(&term); err != nil {
		return err
	}
	if err := exec(`INSERT INTO course (id, code, name, name_en, credits, summary, summary_en)
		VALUES ('bench', 'BENCH', '大数据导论', 'Introduction to data', 20, '', '')`); err != nil {
		return err
	}
	for l := range lessons {
		id := fmt.Sprintf("bench-l%02d", l)
		err := errors.Join(
			exec(`INSERT INTO lesson (id, course_id, position, title, title_en, group_id, class_id, published,
				preview, created_at, updated_at)
				VALUES ($1, 'bench', $2, '第一章 数据从哪里来', 'Chapter one: where data come from', '', '', TRUE, FALSE, 0, 0)`, id, l+1),
			exec(`INSERT INTO asset (id, lesson_id, state, percent, reason, reason_params, file, format, size, source, output,
				parts, duration_ms, width, height,
				current, job_id, account_id, created_at, updated_at)
				VALUES ($1, $1, 'ready', 0, '', '', 'a.mp4', 'mp4', 1, 's', 'o', '', 2700000, 640, 360, TRUE, '', '', 0, 0)`, id))
		if err != nil {
			return err
		}
	}
	for s := range students {
		id, group, number := fmt.Sprintf("bench-s%05d", s),
			fmt.Sprintf("bench-g%03d", s/groupSize), fmt.Sprintf("B2026%05d", s)
		if s%groupSize == 0 {
			if err := exec(`INSERT INTO course_group (id, course_id, term_id, code, name, name_en)
				VALUES ($1, 'bench', $2, $1, '', '')`, group, term); err != nil {
				return err
			}
		}
		err := errors.Join(
			exec(`INSERT INTO student (id, account_id, number, name, name_latin, gender, photo, phone, campus_id, programme_code,
				class, entry_year, study_mode, status,
				graduation, adviser, credits_earned, credits_required, native_place, emergency_name, emergency_phone, email,
				address, number_key, name_key, latin_key, created_at, updated_at)
				VALUES ($1, '', $2, '欧阳小雨', 'Ouyang Xiaoyu', '', '', '', '', '', $3, 2026, '', 'enrolled', '', '', 0, 0, '',
				'', '', '', '', $4, $5, $5, 0, 0)`, id, number, fmt.Sprintf("数据26%02d", s/40), []byte("b"+number[1:]), []byte("x")),
			exec(`INSERT INTO enrolment (student_id, group_id, state, changed_at) VALUES ($1, $2, 'confirmed', 0)`, id, group))
		if err != nil {
			return err
		}
		for l := 0; l < lessons; l += 2 {
			err := exec(`INSERT INTO watching (student_id, lesson_id, spans, total_ms, position_ms, percent, done, acks, at)
				VALUES ($1, $2, '0-1000000,1200000-2600000', 2400000, 2600000, 88, FALSE, '', 1790000000000)`, id,
				fmt.Sprintf("bench-l%02d", l))
			if err != nil {
				return err
			}
		}
	}
	return nil
}
