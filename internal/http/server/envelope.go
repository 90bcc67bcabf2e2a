package server

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"math"
	"net/http"
	"strconv"
	"time"

	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
)

// Envelope is the shape of every response of the API, successful or not.
type Envelope[T any] struct {
	StatusCode int       `json:"statusCode" doc:"The HTTP status once more."`
	Succeeded  bool      `json:"succeeded"`
	Data       T         `json:"data"`
	Errors     *[]string `json:"errors" nullable:"true" doc:"Sentences for a person, each with its code in brackets; null on success."`
}

// Good returns the envelope of a successful response.
func Good[T any](data T) Envelope[T] {
	return Envelope[T]{StatusCode: http.StatusOK, Succeeded: true, Data: data}
}

var statusOf = map[fault.Kind]int{
	fault.Invalid: http.StatusBadRequest, fault.Unauthenticated: http.StatusUnauthorized,
	fault.Forbidden: http.StatusForbidden, fault.NotFound: http.StatusNotFound, fault.Conflict: http.StatusConflict,
	fault.TooLarge: http.StatusRequestEntityTooLarge, fault.Unsupported: http.StatusUnsupportedMediaType,
	fault.TooMany: http.StatusTooManyRequests, fault.Unavailable: http.StatusServiceUnavailable,
	fault.Internal: http.StatusInternalServerError,
}

// refusal is an error response: the envelope without data, and what goes into the headers.
type refusal struct {
	StatusCode int      `json:"statusCode" doc:"The HTTP status once more."`
	Succeeded  bool     `json:"succeeded"`
	Data       *string  `json:"data" doc:"Always null."`
	Errors     []string `json:"errors" doc:"Sentences for a person, each with its code in brackets."`
	retryAfter time.Duration
}

// refuse is the one place where an error becomes a response. An error that isn't a fault is unexpected: it is logged
// with the request's id, and the caller only gets that id.
func refuse(ctx context.Context, err error) *refusal {
	faults := fault.All(err)
	if faults == nil {
		faults = []*fault.Error{unexpected(ctx, err)}
	}
	return refusalOf(ctx, faults)
}

func refusalOf(ctx context.Context, faults []*fault.Error) *refusal {
	out := &refusal{}
	for _, f := range faults {
		out.StatusCode = max(out.StatusCode, statusOf[f.Kind])
		out.retryAfter = max(out.retryAfter, f.RetryAfter)
		out.Errors = append(out.Errors, Sentence(LanguageOf(ctx), f))
	}
	return out
}

// Sentence returns the text of a fault for people, after its code in brackets.
func Sentence(lang locale.Language, f *fault.Error) string {
	return "[" + f.Code + "] " + locale.Text(lang, f.Code, f.Params)
}

func unexpected(ctx context.Context, err error) *fault.Error {
	request := RequestOf(ctx).ID
	db := databaseOf(ctx)
	switch {
	case errors.Is(err, context.Canceled):
		// The caller has left; nobody reads this.
		return fault.New(fault.Unavailable, "request.cancelled")
	case errors.Is(err, context.DeadlineExceeded):
		slog.WarnContext(ctx, "request took too long", "request", request, "error", err)
		return fault.New(fault.Unavailable, "request.timeout").After(time.Second)
	case db != nil && db.IsFull(err):
		slog.ErrorContext(ctx, "the disk is full", "request", request, "error", err)
		return fault.New(fault.Unavailable, "server.full", "request", request).After(time.Minute)
	case db != nil && db.IsDown(err):
		slog.ErrorContext(ctx, "the database is down", "request", request, "error", err)
		return fault.New(fault.Unavailable, "server.down", "request", request).After(5 * time.Second)
	}
	slog.ErrorContext(ctx, "request failed", "request", request, "error", err)
	return fault.New(fault.Internal, "server.error", "request", request)
}

func databaseOf(ctx context.Context) Database {
	if s := RequestOf(ctx).server; s != nil {
		return s.options.Database
	}
	return nil
}

// Error, GetStatus and GetHeaders make a refusal the error type of huma.
func (r *refusal) Error() string  { return http.StatusText(r.StatusCode) }
func (r *refusal) GetStatus() int { return r.StatusCode }

func (r *refusal) GetHeaders() http.Header {
	h := http.Header{"Cache-Control": {"no-store"}}
	if r.StatusCode == http.StatusUnauthorized {
		h.Set("Www-Authenticate", "Bearer") // RFC 9110 requires a scheme; browsers don't prompt for this one
	}
	if r.retryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(int(math.Ceil(r.retryAfter.Seconds()))))
	}
	return h
}

// write sends a refusal from a plain handler.
func (r *refusal) write(w http.ResponseWriter) {
	maps.Copy(w.Header(), r.GetHeaders())
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(r.StatusCode)
	_ = json.NewEncoder(w).Encode(r) // the caller may have left
}

// StatusOf returns the status of an error, unless it is about the database.
func StatusOf(err error) int {
	faults := fault.All(err)
	if faults == nil {
		return http.StatusInternalServerError
	}
	status := 0
	for _, f := range faults {
		status = max(status, statusOf[f.Kind])
	}
	return status
}

// Fail responds with an error, in a stream's handler.
func Fail(w http.ResponseWriter, r *http.Request, err error) { refuse(r.Context(), err).write(w) }

// FailWith is Fail with a status that no kind of fault has, such as 412 of the upload protocol.
func FailWith(w http.ResponseWriter, r *http.Request, status int, err error) {
	out := refuse(r.Context(), err)
	out.StatusCode = status
	out.write(w)
}

// WriteData responds to a stream's request with data in an envelope.
func WriteData[T any](w http.ResponseWriter, r *http.Request, data T) {
	body, err := Encode(Good(data))
	if err != nil {
		Fail(w, r, err)
		return
	}
	WriteJSON(w, body)
}

// WriteJSON responds with bytes that are already JSON.
func WriteJSON(w http.ResponseWriter, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(body) // the caller may have left
}
