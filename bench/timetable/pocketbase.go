package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"lectern/bench/college"
	"lectern/bench/load"
)

// program is built from bench/pocketbase by bench/run.
const program = "bin/bench-pocketbase"

// comparePocketBase requests the students' timetables from both servers in turn. PocketBase lists the stored
// meetings; our server returns every class of the term.
func comparePocketBase(ctx context.Context, c *college.College, each time.Duration) error {
	if err := saveMeetings(c); err != nil {
		return err
	}
	addr, err := load.FreeAddr(ctx)
	if err != nil {
		return err
	}
	peer, err := load.Start(ctx, nil, program, "serve", "--http="+addr, "--dir="+filepath.Join(c.Folder, "pocketbase"))
	if err != nil {
		return err
	}
	defer peer.Stop()
	tokens, err := os.ReadFile(filepath.Join(c.Folder, "tokens"))
	if err != nil {
		return err
	}
	ours, theirs, ratio, err := load.InTurn(
		load.Rate(ctx, c.Addr, load.Conns, each, c.Get(path)),
		load.Rate(ctx, peer.Addr, load.Conns, each, list(strings.Fields(string(tokens)))),
	)
	if err != nil {
		return err
	}
	return load.Figure{
		What: fmt.Sprintf("timetable of %d meetings", len(college.Meetings(0))), Value: ratio, Unit: "× PocketBase 0.39.7",
		Least: 10, Detail: fmt.Sprintf("%.0f and %.0f requests/s", ours, theirs),
	}.Print()
}

// saveMeetings writes the file for PocketBase.
func saveMeetings(c *college.College) error {
	all := make([][]college.Meeting, len(c.Students))
	for i := range all {
		all[i] = college.Meetings(i)
	}
	raw, err := json.Marshal(all)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(c.Folder, "meetings.json"), raw, 0o600)
}

// list requests all meetings of a student, as every student in turn. Omitting the total saves PocketBase a query.
func list(tokens []string) load.Request {
	var sent atomic.Int64
	return func() []byte {
		token := tokens[sent.Add(1)%int64(len(tokens))]
		return fmt.Appendf(nil, "GET /api/collections/meetings/records?perPage=100&skipTotal=1 HTTP/1.1\r\nHost: x\r\n"+
			"Accept-Encoding: gzip, deflate, br\r\nAuthorization: %s\r\n\r\n", token)
	}
}
