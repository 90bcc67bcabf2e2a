package course

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"

	"lectern/internal/feature/course/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/cache"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// Live returns the address where a class can be watched live, or an empty string. The caller has checked who may see
// the class.
func (s *Service) Live(ctx context.Context, class string) (string, error) {
	row, err := db.New(s.database.Reader()).SelectLive(ctx, class)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("read a live source: %w", err)
	}
	return row.Playlist, nil
}

// SetLive sets the address where a class can be watched live. It must be at one of the origins that the operator
// allows, because those are in the Content-Security-Policy: course.live_address, course.live_origin. Staff only.
func (s *Service) SetLive(
	ctx context.Context, who access.Actor, group, class, playlist string, origins []string,
) error {
	if err := access.Recordings.Check(who); err != nil {
		return err
	}
	origin, ok := Origin(playlist)
	if !ok || len(playlist) > 2000 {
		return fault.New(fault.Invalid, "course.live_address")
	}
	if !slices.Contains(origins, origin) {
		return fault.New(fault.Invalid, "course.live_origin", "origin", origin)
	}
	return s.writeLive(ctx, who, group, class, "course.set_live", func(q sqldb.Querier) error {
		return db.New(q).UpsertLive(ctx,
			db.UpsertLiveParams{ClassID: class, GroupID: group, Playlist: playlist, UpdatedAt: s.now().UnixMilli()})
	})
}

// ClearLive removes the live source of a class; a missing one is no error. Staff only.
func (s *Service) ClearLive(ctx context.Context, who access.Actor, group, class string) error {
	if err := access.Recordings.Check(who); err != nil {
		return err
	}
	return s.writeLive(ctx, who, group, class, "course.clear_live", func(q sqldb.Querier) error {
		_, err := db.New(q).DeleteLive(ctx, class)
		return err
	})
}

// writeLive writes and marks the timetables with the class as changed.
func (s *Service) writeLive(
	ctx context.Context, who access.Actor, group, class, action string, write func(q sqldb.Querier) error,
) error {
	return s.database.Write(ctx, func(q sqldb.Querier) error {
		if err := write(q); err != nil {
			return fmt.Errorf("write a live source: %w", err)
		}
		if err := cache.Count(ctx, q, recordings); err != nil {
			return err
		}
		return audit.Append(ctx, q, who, audit.Entry{At: s.now(), Action: action, Object: class})
	})
}

// Origin returns the origin of an address that a browser may play from: https, or http on localhost.
func Origin(address string) (string, bool) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User != nil || u.Fragment != "" || u.Opaque != "" {
		return "", false
	}
	if u.Scheme != "https" && (u.Scheme != "http" || !loopback(u.Hostname())) {
		return "", false
	}
	host := u.Hostname()
	if ip, err := netip.ParseAddr(host); err == nil && ip.Is6() {
		host = "[" + host + "]"
	}
	if port := u.Port(); port != "" && (u.Scheme != "https" || port != "443") {
		_, _, err := net.SplitHostPort(u.Host)
		if err != nil {
			return "", false
		}
		host += ":" + port
	}
	return u.Scheme + "://" + host, true
}

func loopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// RecordingOf returns the lesson that records a class, or an empty string if the caller can't see one.
func (s *Service) RecordingOf(ctx context.Context, who access.Actor, class string) (string, error) {
	lesson, err := db.New(s.database.Reader()).SelectLessonOfClass(ctx, class)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("find the recording of a class: %w", err)
	}
	if _, err := s.Lesson(ctx, who, lesson); err != nil {
		if fault.Code(err) == "course.no_lesson" {
			return "", nil
		}
		return "", err
	}
	return lesson, nil
}

// InGroup reports whether the caller is in a group, teaches it, or is staff.
func (s *Service) InGroup(ctx context.Context, who access.Actor, group string) (bool, error) {
	if access.Recordings.Check(who) == nil {
		return true, nil
	}
	if who.Teacher != "" {
		n, err := db.New(s.database.Reader()).CountTeaches(ctx,
			db.CountTeachesParams{Teacher: who.Teacher, GroupID: group, Today: s.today().Number()})
		if err != nil {
			return false, fmt.Errorf("look for the group of a teacher: %w", err)
		}
		if n > 0 {
			return true, nil
		}
	}
	members, err := db.New(s.database.Reader()).CountMember(ctx,
		db.CountMemberParams{StudentID: who.Student, GroupID: group})
	if err != nil {
		return false, fmt.Errorf("look for an enrolment: %w", err)
	}
	return members > 0, nil
}
