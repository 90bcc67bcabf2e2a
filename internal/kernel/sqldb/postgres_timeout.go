package sqldb

import (
	"context"
	"fmt"
	"maps"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// sessionLimits are settings of every PostgreSQL session, unless the URL has others. They free the rows of a node that
// vanishes in the middle of a transaction, and a caller doesn't wait for a row until its request ends.
var sessionLimits = map[string]string{
	"idle_in_transaction_session_timeout": "10s",
	"lock_timeout":                        "8s", // below the limit of a request
	"tcp_user_timeout":                    "10s",
	"tcp_keepalives_idle":                 "5s",
	"tcp_keepalives_interval":             "2s",
	"tcp_keepalives_count":                "3",
}

// checkInterval lets a session that waits for a row notice that its node has vanished. Not every system has it.
const checkInterval = `SET client_connection_check_interval = '2s'`

// limitSession returns a function that sets the limits of a new connection. They aren't parameters of the connection's
// start, because pgbouncer refuses unknown ones.
func limitSession(chosen map[string]string) func(context.Context, *pgx.Conn) error {
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(sessionLimits)) {
		if _, ok := chosen[name]; !ok {
			fmt.Fprintf(&text, "SET %s = '%s'; ", name, sessionLimits[name])
		}
	}
	_, checks := chosen["client_connection_check_interval"]
	return func(ctx context.Context, conn *pgx.Conn) error {
		if _, err := conn.PgConn().Exec(ctx, text.String()).ReadAll(); err != nil {
			return fmt.Errorf("limit a session: %w", err)
		}
		if !checks {
			_, _ = conn.PgConn().Exec(ctx, checkInterval).ReadAll() // an error that matters comes again
		}
		return nil
	}
}

// dialer notices within ten seconds that the server or the network is gone.
func dialer(timeout time.Duration) *net.Dialer {
	return &net.Dialer{
		Timeout:         timeout,
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 5 * time.Second, Interval: 2 * time.Second, Count: 3},
		Control:         limitUnacknowledged,
	}
}
