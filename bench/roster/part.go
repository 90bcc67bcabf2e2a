package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	_ "github.com/jackc/pgx/v5/stdlib" // makes and drops the databases
	"github.com/xuri/excelize/v2"

	"lectern/internal/access"
	"lectern/internal/account"
	"lectern/internal/course"
	"lectern/internal/id"
	"lectern/internal/keyring"
	"lectern/internal/locale"
	"lectern/internal/nationalid"
	"lectern/internal/roster"
	"lectern/internal/sqldb"
	"lectern/internal/student"
	"lectern/internal/timetable"
)

var headers = []string{"学号", "姓名", "拼音姓名", "性别", "手机号", "身份证号", "电子邮箱", "班级", "入学年份", "学籍状态", "预计毕业日期", "辅导员", "应修学分", "通讯地址"}

// student is one row of the file.
func studentRow(i int) []any {
	born := time.Date(2004, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, i/500)
	number, err := nationalid.Invent("310115", born, i%500)
	if err != nil {
		panic(err)
	}
	gender := []string{"女", "男"}[i%500%2]
	return []any{
		fmt.Sprintf("2025%06d", i), "学生" + strconv.Itoa(i), "Xuesheng " + strconv.Itoa(i), gender, strconv.Itoa(13800000000 + i), number.Reveal(),
		fmt.Sprintf("s%d@stu.example.org", i), fmt.Sprintf("市营25%02d", i%40), "2025", "在读", "2029-06-30", "何静", "160", "上海市浦东新区某路" + strconv.Itoa(i) + "号",
	}
}

func writeXLSX(path string, students int) (err error) {
	book := excelize.NewFile()
	defer func() { err = errors.Join(err, book.Close()) }()
	w, err := book.NewStreamWriter("Sheet1")
	if err != nil {
		return err
	}
	head := make([]any, len(headers))
	for i := range headers {
		head[i] = headers[i]
	}
	if err := w.SetRow("A1", head); err != nil {
		return err
	}
	for i := range students {
		if err := w.SetRow("A"+strconv.Itoa(i+2), studentRow(i)); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return book.SaveAs(path)
}

// read is what the spreadsheet library needs by itself.
func read(path string) (err error) {
	book, err := excelize.OpenFile(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, book.Close()) }()
	rows, err := book.Rows("Sheet1")
	if err != nil {
		return err
	}
	for rows.Next() {
		if _, err := rows.Columns(); err != nil {
			return err
		}
	}
	return rows.Close()
}

var tables = map[string][]string{
	"student": {
		"id", "account_id", "number", "name", "name_latin", "gender", "photo", "phone", "national_id", "national_id_index", "campus_id",
		"programme_code", "class", "entry_year", "study_mode", "status", "graduation", "adviser", "credits_earned", "credits_required",
		"native_place", "emergency_name", "emergency_phone", "email", "address", "number_key", "name_key", "latin_key", "created_at", "updated_at",
	},
	"account": {
		"id", "phone", "name", "role", "student_id", "enabled", "nickname", "email", "country", "area", "location_name", "introduction",
		"website", "job", "job_name", "organization", "organization_name", "certification", "avatar", "registered_at", "login_at",
	},
	"credential": {"account_id", "kind", "secret", "changed_at", "code_until", "code_session", "totp", "totp_pending", "totp_step"},
}

// finished makes the rows that the import ends up with, ready to be inserted.
func finished(students int) map[string][][]any {
	out := map[string][][]any{}
	for i := range students {
		r := studentRow(i)
		s, a := id.New(), id.New()
		text := func(n int) string { return r[n].(string) }
		sealed, index := make([]byte, 51), []byte(fmt.Sprintf("%032d", i))
		out["student"] = append(out["student"], []any{
			s, a, text(0), text(1), text(2), "male", "", text(4), sealed, index, "", "", text(7), int64(2025), "", "enrolled", "2029-06-30", "何静",
			int64(0), int64(1600), "", "", "", text(6), text(13), []byte(text(0)), []byte(text(1)), []byte(strings.ToLower(text(2))), int64(1), int64(1),
		})
		out["account"] = append(out["account"], []any{
			a, text(4), text(1), "user", s, true, "", "", "", "", "", "", "", "", "", "", "学院", "", "", int64(1), int64(0),
		})
		out["credential"] = append(out["credential"], []any{a, "last-six", "$first$" + string(index), int64(1), int64(0), "", []byte{}, []byte{}, int64(0)})
	}
	return out
}

// insert is the database's own way to take many rows: COPY on PostgreSQL, one prepared statement in one transaction on SQLite.
func insert(ctx context.Context, address string, students int) error {
	db, err := sqldb.Open(ctx, sqldb.Options{URL: address})
	if err != nil {
		return err
	}
	if _, err := db.Migrate(ctx); err != nil {
		return err
	}
	rows := finished(students)
	if strings.HasPrefix(address, "postgres") {
		if err := db.Close(); err != nil {
			return err
		}
		return timed(func() error { return copyInto(ctx, address, rows) })
	}
	err = timed(func() error {
		return db.WriteWithin(ctx, time.Hour, func(q sqldb.Querier) error {
			for _, table := range []string{"student", "account", "credential"} {
				if err := prepared(ctx, q, table, rows[table]); err != nil {
					return err
				}
			}
			return nil
		})
	})
	return errors.Join(err, db.Close())
}

func prepared(ctx context.Context, q sqldb.Querier, table string, rows [][]any) error {
	places := make([]string, len(tables[table]))
	for i := range places {
		places[i] = "$" + strconv.Itoa(i+1)
	}
	s, err := q.PrepareContext(ctx, "INSERT INTO "+table+" ("+strings.Join(tables[table], ", ")+") VALUES ("+strings.Join(places, ", ")+")")
	if err != nil {
		return err
	}
	defer s.Close()
	for _, row := range rows {
		if _, err := s.ExecContext(ctx, row...); err != nil {
			return err
		}
	}
	return nil
}

func copyInto(ctx context.Context, address string, rows map[string][][]any) (err error) {
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close(ctx)) }()
	tx, err := conn.Begin(ctx)
	if err != nil {
		return err
	}
	for _, table := range []string{"student", "account", "credential"} {
		if _, err := tx.CopyFrom(ctx, pgx.Identifier{table}, tables[table], pgx.CopyFromRows(rows[table])); err != nil {
			return err
		}
	}
	return tx.Commit(ctx)
}

// importFile is ours, from the file to the committed transaction.
func importFile(ctx context.Context, address, path string) error {
	db, err := sqldb.Open(ctx, sqldb.Options{URL: address})
	if err != nil {
		return err
	}
	if _, err := db.Migrate(ctx); err != nil {
		return err
	}
	keys := keyring.Generate()
	service := roster.New(roster.Services{
		Database: db, Now: time.Now, College: "学院", Students: student.New(db, keys, time.Now), Courses: course.New(db, time.Now, time.UTC),
		Accounts:  account.New(account.Options{DB: db, Keys: keys, Now: time.Now, Policy: account.Policy{FirstPassword: account.KindLastSix}}),
		Timetable: timetable.New(db, time.Now, time.UTC, nil),
	})
	err = timed(func() error {
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		report, err := service.Import(ctx, access.System(), roster.Job{Kind: roster.Students, Name: "students.xlsx", File: file, Language: locale.English})
		if err == nil && (!report.Applied || report.Refused > 0) {
			err = fmt.Errorf("%d rows were refused: %+v", report.Refused, report.Problems[:min(3, len(report.Problems))])
		}
		return errors.Join(err, file.Close())
	})
	return errors.Join(err, db.Close())
}

func newPostgres(server string) (string, error) {
	name := "bench_" + strings.ReplaceAll(id.New(), "-", "")
	if err := admin(server, "CREATE DATABASE "+name); err != nil {
		return "", err
	}
	u, err := url.Parse(server)
	if err != nil {
		return "", err
	}
	u.Path = "/" + name
	return u.String(), nil
}

func dropPostgres(server, address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return err
	}
	return admin(server, "DROP DATABASE "+strings.TrimPrefix(u.Path, "/")+" WITH (FORCE)")
}

func admin(server, statement string) error {
	db, err := sql.Open("pgx", server)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(context.Background(), statement)
	return errors.Join(err, db.Close())
}
