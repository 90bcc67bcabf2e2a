package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"time"

	"lectern/bench/college"
	"lectern/internal/feature/student/nationalid"
	"lectern/internal/workflow/roster/sheet"
)

// writeSheet writes a workbook of invented students.
func writeSheet(path string, count int) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	out := sheet.NewXLSX(file)
	if err := out.Write("学号", "姓名", "性别", "手机号", "身份证号", "班级", "年级", "学籍状态"); err != nil {
		return err
	}
	surnames, given := []rune("王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗"), []rune("伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平")
	for i := range count {
		id, err := nationalid.Invent("330106", time.Date(2006, 1, 1+i/1000, 0, 0, 0, 0, time.UTC), i%1000)
		if err != nil {
			return err
		}
		name := string([]rune{surnames[i%len(surnames)], given[i/7%len(given)], given[i/131%len(given)]})
		gender := []string{"女", "男"}[i%2]
		err = out.Write(fmt.Sprintf("B%06d", i), name, gender, strconv.Itoa(17100000000+i), id.Reveal(),
			fmt.Sprintf("商务26%02d", i/40), "2026", "在读")
		if err != nil {
			return err
		}
	}
	return out.Close()
}

// times are the durations of the parts of an import.
type times struct{ first, preview, apply, waited time.Duration }

type draft struct {
	ID      string
	State   string
	Preview *struct {
		Fingerprint string
		Sample      bool
		Created     int
	}
	Problem *struct{ Code string }
}

func importSheet(ctx context.Context, c *college.College, path string) (out times, err error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return out, err
	}
	answer, err := c.Staff.Upload(ctx, "/api/admin/import-drafts", "students.xlsx", content)
	if err == nil && !answer.Succeeded {
		err = fmt.Errorf("upload: %v", answer.Errors)
	}
	if err != nil {
		return out, err
	}
	var made []draft
	if err := json.Unmarshal(answer.Data, &made); err != nil {
		return out, err
	}
	at, uploaded := "/api/admin/import-drafts/"+made[0].ID, time.Now()
	if _, err := ask[draft](ctx, c, http.MethodPost, at+"/preview", nil); err != nil {
		return out, err
	}
	rows, err := ask[struct{ Rows []json.RawMessage }](ctx, c, http.MethodGet, at+"/rows", nil)
	if err == nil && len(rows.Rows) == 0 {
		err = fmt.Errorf("the preview has no rows yet")
	}
	if err != nil {
		return out, err
	}
	out.first = time.Since(uploaded)
	ready, err := poll(ctx, c, at, "previewing", &out.waited)
	if err != nil {
		return out, err
	}
	out.preview = time.Since(uploaded)
	progress("preview: %v, first rows %v, another write waited %v", out.preview, out.first, out.waited)
	if ready.Preview == nil || ready.Preview.Created != *students {
		return out, fmt.Errorf("the preview is %+v %+v", ready.Preview, ready.Problem)
	}
	start := time.Now()
	if _, err := ask[draft](ctx, c, http.MethodPost, at+"/apply", map[string]any{
		"fingerprint": ready.Preview.Fingerprint,
		"goodRows":    false, "confirm": map[string]int{},
	}); err != nil {
		return out, err
	}
	done, err := poll(ctx, c, at, "applying", nil)
	if err == nil && done.State != "applied" {
		err = fmt.Errorf("the draft is %s: %+v", done.State, done.Problem)
	}
	out.apply = time.Since(start)
	progress("apply: %v", out.apply)
	return out, err
}

// poll waits until the draft has left a state. In the meantime it sends other writes and records the longest.
func poll(ctx context.Context, c *college.College, at, during string, waited *time.Duration) (draft, error) {
	for {
		now, err := ask[draft](ctx, c, http.MethodGet, at, nil)
		if err != nil || now.State != during {
			return now, err
		}
		if waited != nil {
			start := time.Now()
			if _, err := c.Staff.Do(ctx, http.MethodPatch, "/api/user/info",
				map[string]string{"nickname": strconv.Itoa(start.Nanosecond())}); err != nil {
				return now, err
			}
			*waited = max(*waited, time.Since(start))
		}
		time.Sleep(300 * time.Millisecond) // the portal limits one person's writes
	}
}

func ask[T any](ctx context.Context, c *college.College, method, path string, body any) (out T, err error) {
	answer, err := c.Staff.Do(ctx, method, path, body)
	if err == nil && !answer.Succeeded {
		err = fmt.Errorf("%s %s: %v", method, path, answer.Errors)
	}
	if err == nil {
		err = json.Unmarshal(answer.Data, &out)
	}
	return out, err
}
