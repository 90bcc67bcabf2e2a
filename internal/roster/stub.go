package roster

import (
	"context"
	"errors"
	"io"
	"iter"

	"lectern/internal/access"
	"lectern/internal/locale"
)

var errNotYet = errors.New("not yet")

func (s *Service) KindsInfo(context.Context, access.Actor) ([]KindInfo, error) { return nil, errNotYet }
func (s *Service) CreateDrafts(context.Context, access.Actor, string, io.Reader, DraftChange) ([]Draft, error) {
	return nil, errNotYet
}
func (s *Service) Drafts(context.Context, access.Actor) ([]Draft, error) { return nil, errNotYet }
func (s *Service) Draft(context.Context, access.Actor, string) (Draft, error) {
	return Draft{}, errNotYet
}
func (s *Service) ChangeDraft(context.Context, access.Actor, string, DraftChange) (Draft, error) {
	return Draft{}, errNotYet
}
func (s *Service) PreviewDraft(context.Context, access.Actor, string) (Draft, error) {
	return Draft{}, errNotYet
}
func (s *Service) DraftRows(context.Context, access.Actor, string, RowFilter) (Kind, RowPage, error) {
	return "", RowPage{}, errNotYet
}
func (s *Service) EditRows(context.Context, access.Actor, string, []Edit, []LeftOut) (Draft, error) {
	return Draft{}, errNotYet
}
func (s *Service) ApplyDraft(context.Context, access.Actor, string, Apply) (Draft, error) {
	return Draft{}, errNotYet
}
func (s *Service) CopyDraft(context.Context, access.Actor, string, string) (Draft, error) {
	return Draft{}, errNotYet
}
func (s *Service) DeleteDraft(context.Context, access.Actor, string) error { return errNotYet }
func (s *Service) DeleteCodes(context.Context, access.Actor, string) error { return errNotYet }
func (s *Service) RefusedRows(context.Context, access.Actor, string, locale.Language) iter.Seq2[[]string, error] {
	return func(yield func([]string, error) bool) { yield(nil, errNotYet) }
}
func (s *Service) Codes(context.Context, access.Actor, string, locale.Language) iter.Seq2[[]string, error] {
	return func(yield func([]string, error) bool) { yield(nil, errNotYet) }
}
func (s *Service) History(context.Context, access.Actor, string, int) ([]Past, string, error) {
	return nil, "", errNotYet
}
func (s *Service) Past(context.Context, access.Actor, string) (PastDetail, error) {
	return PastDetail{}, errNotYet
}
func (s *Service) PreviewUndo(context.Context, access.Actor, string) (UndoPreview, error) {
	return UndoPreview{}, errNotYet
}

func KindTitle(kind Kind, lang locale.Language) string {
	return locale.Text(lang, "roster.kind."+string(kind), nil)
}
func ThingTitle(thing string, lang locale.Language) string {
	return locale.Text(lang, thingNames[thing], nil)
}
func ValueText(kind Kind, field, value string, lang locale.Language) string { return value }
