package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"time"

	"lectern/internal/fault"
	"lectern/internal/locale"
)

// An envelope is the shape of every answer of the API, good or bad.
type envelope[T any] struct {
	StatusCode int      `json:"statusCode" doc:"The HTTP status once more."`
	Succeeded  bool     `json:"succeeded"`
	Data       T        `json:"data"`
	Errors     []string `json:"errors" nullable:"true" doc:"Sentences for a person, each with its code in brackets; null on success."`
}

// good is the envelope of an answer that has what was asked for.
func good[T any](data T) envelope[T] {
	return envelope[T]{StatusCode: http.StatusOK, Succeeded: true, Data: data}
}

var statusOf = map[fault.Kind]int{
	fault.Invalid: http.StatusBadRequest, fault.Unauthenticated: http.StatusUnauthorized, fault.Forbidden: http.StatusForbidden,
	fault.NotFound: http.StatusNotFound, fault.Conflict: http.StatusConflict, fault.TooLarge: http.StatusRequestEntityTooLarge,
	fault.Unsupported: http.StatusUnsupportedMediaType, fault.TooMany: http.StatusTooManyRequests,
	fault.Unavailable: http.StatusServiceUnavailable, fault.Internal: http.StatusInternalServerError,
}

// A refusal is an error on its way to the caller: the envelope without data, and what goes into the headers.
type refusal struct {
	StatusCode int      `json:"statusCode" doc:"The HTTP status once more."`
	Succeeded  bool     `json:"succeeded"`
	Data       *string  `json:"data" doc:"Always null."`
	Errors     []string `json:"errors" doc:"Sentences for a person, each with its code in brackets."`
	retryAfter time.Duration
}

// refuse is the one place where an error becomes an answer. What is not a fault is an accident: it is logged with
// the request's id, and the caller learns nothing of it but that id.
func (a *api) refuse(ctx context.Context, err error) *refusal {
	faults := fault.All(err)
	if faults == nil {
		faults = []*fault.Error{a.accident(ctx, err)}
	}
	return say(languageOf(ctx), faults)
}

func say(lang locale.Language, faults []*fault.Error) *refusal {
	out := &refusal{}
	for _, f := range faults {
		out.StatusCode = max(out.StatusCode, statusOf[f.Kind])
		out.retryAfter = max(out.retryAfter, f.RetryAfter)
		out.Errors = append(out.Errors, "["+f.Code+"] "+locale.Text(lang, f.Code, f.Params))
	}
	return out
}

func (a *api) accident(ctx context.Context, err error) *fault.Error {
	request := requestOf(ctx)
	switch {
	case errors.Is(err, context.Canceled):
		// The caller has gone; nobody reads this.
		return fault.New(fault.Unavailable, "request.cancelled")
	case errors.Is(err, context.DeadlineExceeded):
		slog.WarnContext(ctx, "request took too long", "request", request, "error", err)
		return fault.New(fault.Unavailable, "request.timeout").After(time.Second)
	case a.db != nil && a.db.IsFull(err):
		slog.ErrorContext(ctx, "the disk is full", "request", request, "error", err)
		return fault.New(fault.Unavailable, "server.full", "request", request).After(time.Minute)
	case a.db != nil && a.db.IsDown(err):
		slog.ErrorContext(ctx, "the database is down", "request", request, "error", err)
		return fault.New(fault.Unavailable, "server.down", "request", request).After(5 * time.Second)
	}
	slog.ErrorContext(ctx, "request failed", "request", request, "error", err)
	return fault.New(fault.Internal, "server.error", "request", request)
}

// Error, GetStatus and GetHeaders make a refusal the error type of huma.
func (r *refusal) Error() string  { return http.StatusText(r.StatusCode) }
func (r *refusal) GetStatus() int { return r.StatusCode }

func (r *refusal) GetHeaders() http.Header {
	h := http.Header{"Cache-Control": {"no-store"}}
	if r.retryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(int(math.Ceil(r.retryAfter.Seconds()))))
	}
	return h
}

// write sends a refusal from a handler that is not huma's.
func (r *refusal) write(w http.ResponseWriter) {
	for name, values := range r.GetHeaders() {
		w.Header()[name] = values
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(r.StatusCode)
	_ = json.NewEncoder(w).Encode(r) // the caller may have gone
}

// fail answers err from a handler that is not huma's.
func (a *api) fail(w http.ResponseWriter, r *http.Request, err error) {
	a.refuse(r.Context(), err).write(w)
}
