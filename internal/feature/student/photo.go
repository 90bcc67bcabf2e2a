package student

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"lectern/internal/feature/student/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/picture"
	"lectern/internal/kernel/sqldb"
)

const photoFolder = "photos/"

// IsPhoto reports whether a blob key is a student's photo. Never serve any other key as one, whatever a record says.
func IsPhoto(key string) bool { return strings.HasPrefix(key, photoFolder) }

// PhotosIn sets where photos are stored and how they are decoded. Call it before the first request.
func (s *Service) PhotosIn(blobs blob.Store, pictures *picture.Limiter) {
	s.blobs, s.pictures = blobs, pictures
}

// SetPhoto stores a picture as the photo of a record; package picture checks and converts it. It replaces the whole
// photo, so it needs no version. Staff only.
func (s *Service) SetPhoto(ctx context.Context, who access.Actor, student string, r io.Reader) (Record, error) {
	if err := access.Admin.Check(who); err != nil {
		return Record{}, err
	}
	if _, err := s.read(ctx, s.database.Reader(), student); err != nil {
		return Record{}, err // check before decoding
	}
	encoded, kind, err := s.pictures.Read(ctx, who.Account, picture.Portrait, r)
	if err != nil {
		return Record{}, err
	}
	key := photoFolder + sqldb.NewID() + "." + kind // a new key, because the old one may be cached
	if _, err := s.blobs.Put(ctx, key, bytes.NewReader(encoded)); err != nil {
		return Record{}, fmt.Errorf("store a photo: %w", err)
	}
	record, err := s.writePhoto(ctx, who, student, key)
	if err != nil {
		s.dropPhoto(ctx, key) // not referenced
	}
	return record, err
}

// RemovePhoto removes the photo from a record. Staff only. Errors: student.no_photo.
func (s *Service) RemovePhoto(ctx context.Context, who access.Actor, student string) (Record, error) {
	if err := access.Admin.Check(who); err != nil {
		return Record{}, err
	}
	return s.writePhoto(ctx, who, student, "")
}

// writePhoto sets the photo's key in a record and deletes the former photo. The audit log only records that there was
// or is one.
func (s *Service) writePhoto(ctx context.Context, who access.Actor, student, key string) (after Record, err error) {
	var before Record
	err = s.database.Write(ctx, func(q sqldb.Querier) (err error) {
		if before, err = s.read(ctx, q, student); err != nil {
			return err
		}
		action := "student.set_photo"
		if key == "" {
			action = "student.remove_photo"
			if before.Photo == "" {
				return fault.New(fault.NotFound, "student.no_photo")
			}
		}
		err = db.New(q).UpdatePhoto(ctx, db.UpdatePhotoParams{ID: student, Photo: key, UpdatedAt: s.now().UnixMilli()})
		if err != nil {
			return fmt.Errorf("write a photo: %w", err)
		}
		if after, err = s.read(ctx, q, student); err != nil {
			return err
		}
		field := string(FieldPhoto)
		return s.audit(ctx, q, who, action, student, map[string]any{field: stars(before.Photo)},
			map[string]any{field: stars(key)})
	})
	if err == nil {
		s.dropPhoto(ctx, before.Photo)
	}
	return after, err
}

// dropPhoto deletes an unreferenced photo. Failures are ignored: a leftover is only a few kilobytes.
func (s *Service) dropPhoto(ctx context.Context, key string) {
	if s.blobs != nil && IsPhoto(key) {
		_ = s.blobs.Delete(context.WithoutCancel(ctx), key)
	}
}

// noPhoto refuses to set the photo as text: it is a blob key and must be uploaded.
func noPhoto(changes Changes) error {
	if _, given := changes[FieldPhoto]; given {
		return fault.New(fault.Invalid, "student.field_photo")
	}
	return nil
}
