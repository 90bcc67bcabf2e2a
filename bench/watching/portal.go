package main

import (
	"context"
	"crypto/md5"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/http"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"lectern/bench/load"
	"lectern/internal/account"
	"lectern/internal/apitest"
	"lectern/internal/keyring"
	"lectern/internal/sqldb"
)

// sessions is how many of the students are logged in.
const sessions = 2000

// conns is how many connections are busy: enough for a full transaction, few enough for two processors.
const conns = 256

// A portal is the real binary with students who watch.
type portal struct {
	*load.Process
	secret string
	tokens []string
	count  atomic.Int64
}

func open(ctx context.Context, binary, data string) (*portal, error) {
	env := []string{"LECTERN_LISTEN=127.0.0.1:0", "LECTERN_DATA=" + data, "LECTERN_LOG_LEVEL=warn", "LECTERN_MAX_REQUESTS=2048"}
	migrate := exec.CommandContext(ctx, binary, "migrate")
	migrate.Env = env
	if out, err := migrate.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	p := &portal{}
	if err := p.enrol(ctx, data); err != nil {
		return nil, err
	}
	var err error
	if p.Process, err = load.Start(ctx, env, "/healthz", binary, "serve"); err != nil {
		return nil, err
	}
	client, err := apitest.Dial(ctx, "http://"+p.Addr)
	if err != nil {
		p.Stop()
		return nil, err
	}
	p.secret = client.Config.SignSecret
	return p, nil
}

// enrol makes the students by SQL, because hashing their passwords would take longer than the measurement.
func (p *portal) enrol(ctx context.Context, data string) error {
	db, err := sqldb.Open(ctx, sqldb.Options{URL: filepath.Join(data, "lectern.db")})
	if err != nil {
		return err
	}
	defer db.Close()
	keys, err := keyring.Load(filepath.Join(data, "keys"), "")
	if err != nil {
		return err
	}
	if err := fill(ctx, db); err != nil {
		return err
	}
	accounts := account.New(account.Options{DB: db, Keys: keys, Now: time.Now})
	return db.Write(ctx, func(q sqldb.Querier) error {
		_, err := q.ExecContext(ctx, numbers(sessions)+`INSERT INTO account (id, phone, name, role, student_id, enabled, nickname, email, country, area, location_name,
			introduction, website, job, job_name, organization, organization_name, certification, avatar, registered_at, login_at)
			SELECT 'bench-account-' || i, 'bench-' || i, 'x', 'user', 'bench-student-' || substr('00000' || i, -6), TRUE, '', '', '', '', '', '', '', '', '', '', '', '', '', 0, 0 FROM n`)
		if err != nil {
			return err
		}
		_, err = q.ExecContext(ctx, numbers(sessions)+`INSERT INTO credential (account_id, kind, secret, changed_at, code_until, code_session, totp, totp_pending, totp_step)
			SELECT 'bench-account-' || i, 'own', 'none', 0, 0, '', CAST('' AS BLOB), CAST('' AS BLOB), 0 FROM n`)
		if err != nil {
			return err
		}
		now := time.Now()
		for i := range sessions {
			token := accounts.IssueToken()
			hash := account.HashToken(token)
			_, err := q.ExecContext(ctx, `INSERT INTO session (id, token_hash, account_id, device_hash, address, agent, created_at, seen_at, expires_at,
				token_until, ended_at, end_reason, changed_at) VALUES ($1, $2, $3, $4, '', '', $5, $5, $6, $6, 0, '', 0)`,
				fmt.Sprintf("bench-session-%06d", i), hash[:], fmt.Sprintf("bench-account-%d", i), []byte{}, now.UnixMilli(), now.Add(12*time.Hour).UnixMilli())
			if err != nil {
				return err
			}
			p.tokens = append(p.tokens, token)
		}
		return nil
	})
}

// rate lets students report over HTTP for a while.
func (p *portal) rate(ctx context.Context, each time.Duration) (float64, error) {
	result, err := load.Run(ctx, p.Addr, conns, each, http.StatusOK, func(int, int) []byte { return p.report() })
	if err == nil && result.Failed > 0 {
		err = fmt.Errorf("%d of %d reports were refused", result.Failed, result.Requests)
	}
	return result.PerSecond(), err
}

// report is the next student's next report: a few milliseconds each, because that is what the clock allows here.
func (p *portal) report() []byte {
	n := p.count.Add(1)
	i, step := int(n%sessions), float64(n/sessions)
	stamp := strconv.FormatInt(time.Now().UnixMilli(), 10)
	sum := md5.Sum([]byte(stamp + p.secret))
	body := fmt.Sprintf(`{"player":"bench","speed":1,"position":%.3f,"intervals":[[%.3f,%.3f]]}`, step/10, step/10, step/10+0.1)
	return fmt.Appendf(nil, "POST /api/lessons/%s/watching HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nMiniProgramIdentity: bench-account-%d\r\nX-Timestamp: %s\r\nX-Signature: %s\r\n"+
		"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
		lessonID(i%lessons), p.tokens[i], i, base64.StdEncoding.EncodeToString([]byte(stamp)), strings.ToUpper(hex.EncodeToString(sum[:])), len(body), body)
}
