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

// Live returns the address at which a class can be seen while it is on; empty when there is none. Whether the caller
// may see the class is asked before.
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

// SetLive says where a class of a group can be seen while it is on. The address must lie at one of the origins that the
// operator allows, because browsers are told those: course.live_address, course.live_origin. Staff only.
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

// ClearLive takes the live source of a class away; one that has none is no error. Staff only.
func (s *Service) ClearLive(ctx context.Context, who access.Actor, group, class string) error {
	if err := access.Recordings.Check(who); err != nil {
		return err
	}
	return s.writeLive(ctx, who, group, class, "course.clear_live", func(q sqldb.Querier) error {
		_, err := db.New(q).DeleteLive(ctx, class)
		return err
	})
}

// writeLive writes, and tells the timetables that have the class.
func (s *Service) writeLive(
	ctx context.Context, who access.Actor, group, class, action string, write func(q sqldb.Querier) error,
) error {
	return s.database.Write(ctx, func(q sqldb.Querier) error {
		if err := write(q); err != nil {
			return fmt.Errorf("write a live source: %w", err)
		}
		if err := cache.Bump(ctx, q, group); err != nil {
			return err
		}
		return audit.Append(ctx, q, who, audit.Entry{At: s.now(), Action: action, Object: class})
	})
}

// Origin returns the origin of an address that a browser may play from: https, or http on this machine.
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

// RecordingOf returns the lesson that records a class; empty when there is none that the caller may see.
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

// InGroup reports whether the caller is in a group, teaches it, or is of the staff.
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
