package load

import (
	"bufio"
	"context"
	"io"
	"net"
	"slices"
	"time"
)

// Side is one of two servers that are measured in turn.
type Side struct {
	Addr string
	Next Request
}

// Spread is the response times in milliseconds.
type Spread struct{ Middle, P99 float64 }

// Pairs sends requests to two servers in turn, so that other load affects both alike. They alternate in going
// first.
func Pairs(ctx context.Context, count int, sides [2]Side) (out [2]Spread, err error) {
	var conns [2]net.Conn
	var in [2]*bufio.Reader
	for i, side := range sides {
		if conns[i], err = (&net.Dialer{}).DialContext(ctx, "tcp", side.Addr); err != nil {
			return out, err
		}
		defer conns[i].Close()
		in[i] = bufio.NewReaderSize(conns[i], 64<<10)
	}
	var times [2][]float64
	for n := range count {
		for k := range sides {
			i := (n + k) % 2
			request := sides[i].Next()
			start := time.Now()
			if err := send(conns[i], in[i], request, io.Discard); err != nil {
				return out, err
			}
			times[i] = append(times[i], time.Since(start).Seconds()*1000)
		}
		if err := ctx.Err(); err != nil {
			return out, err
		}
	}
	for i, list := range times {
		slices.Sort(list)
		out[i] = Spread{list[len(list)/2], list[len(list)*99/100]}
	}
	return out, nil
}
