package media

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"lectern/internal/feature/media/db"
	"lectern/internal/feature/media/ffmpeg"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
)

// RenditionKind is the kind of jobs that add a rendition to a recording that plays already.
const RenditionKind = "media.rendition"

// renditionRank makes all recordings playable before any gets its second rendition.
const renditionRank = 1

type renditionPayload struct{ Asset, Name string }

// renditionCost is how many slots of a node a rendition takes: one if it is copied, has up to 480 lines or is short,
// two up to 720, three above. The first rendition of a recording always takes one.
func renditionCost(r ffmpeg.Rendition, duration time.Duration) int {
	const short = 10 * time.Minute
	switch {
	case r.Copy, r.Height <= 480, duration > 0 && duration <= short:
		return 1
	case r.Height <= 720:
		return 2
	}
	return 3
}

// A Rendition is one height of a recording as staff see it.
type Rendition struct {
	Name    string       `json:"-"`
	Height  int          `json:"height"` // 0: sound
	State   State        `json:"state" enum:"waiting,preparing,ready,failed,cancelled"`
	Percent int          `json:"percent"`
	Reason  *fault.Error `json:"-"` // why it failed or what it waits for; nil: none
}

// addRenditions stores the renditions that were made and queues the others: cheap ones first, then by height.
func (s *Service) addRenditions(ctx context.Context, q sqldb.Querier, d done) error {
	rows := db.New(q)
	if err := rows.DeleteRenditions(ctx, d.asset); err != nil {
		return fmt.Errorf("store renditions: %w", err)
	}
	for _, t := range d.tracks {
		err := rows.InsertRendition(ctx, db.InsertRenditionParams{
			AssetID: d.asset, Name: t.Name, State: string(Ready), Percent: 100, Width: int64(t.Width), Height: int64(t.Height),
			Codec: t.Codec, Peak: t.Peak, Bytes: t.Bytes, DurationMs: t.Duration.Milliseconds(), Output: d.output,
		})
		if err != nil {
			return fmt.Errorf("store a rendition: %w", err)
		}
	}
	left := slices.Clone(d.left)
	slices.SortFunc(left, func(a, b ffmpeg.Rendition) int {
		if a.Copy != b.Copy {
			return map[bool]int{true: -1, false: 1}[a.Copy]
		}
		return a.Height - b.Height
	})
	for _, r := range left {
		queued, err := s.queueRendition(ctx, q, d.asset, r, d.duration)
		if err != nil {
			return err
		}
		err = rows.InsertRendition(ctx, db.InsertRenditionParams{
			AssetID: d.asset, Name: r.Name, State: string(Waiting), Width: int64(r.Width),
			Height: int64(r.Height), JobID: queued,
		})
		if err != nil {
			return fmt.Errorf("store a rendition: %w", err)
		}
	}
	return nil
}

func (s *Service) queueRendition(
	ctx context.Context, q sqldb.Querier, asset string, r ffmpeg.Rendition, duration time.Duration,
) (string, error) {
	return s.o.Jobs.Add(ctx, q, job.Spec{
		Kind: RenditionKind, Payload: renditionPayload{asset, r.Name}, MaxAttempts: prepareAttempts,
		Cost: renditionCost(r, duration), Rank: renditionRank,
	})
}

// AddRendition returns the handler of RenditionKind. It may run more than once, but only one run adds the rendition.
func (s *Service) AddRendition(with Transcoder) job.Handler {
	return func(ctx context.Context, run *job.Run) error {
		var p renditionPayload
		if err := run.Decode(&p); err != nil {
			return err
		}
		return s.handle(ctx, run, renditionWork{s, with, run, p})
	}
}

type renditionWork struct {
	s    *Service
	with Transcoder
	run  *job.Run
	p    renditionPayload
}

func (w renditionWork) begin(ctx context.Context, q sqldb.Querier) (int64, error) {
	return db.New(q).UpdateRenditionBegun(ctx,
		db.UpdateRenditionBegunParams{Asset: w.p.Asset, Name: w.p.Name, Job: w.run.ID})
}

func (w renditionWork) end(ctx context.Context, q sqldb.Querier, state State, code, params string) error {
	return endRendition(ctx, q, w.p.Asset, w.p.Name, w.run.ID, state, code, params)
}

func endRendition(ctx context.Context, q sqldb.Querier, asset, name, jobID string,
	state State, code, params string,
) error {
	_, err := db.New(q).UpdateRenditionState(ctx, db.UpdateRenditionStateParams{
		Asset: asset, Name: name, Job: jobID,
		State: string(state), Reason: code, Params: params,
	})
	return err
}

func (w renditionWork) do(ctx context.Context) error {
	if w.with == nil { // another node may have ffmpeg
		return fault.New(fault.Unavailable, "media.no_transcoder")
	}
	return w.s.withLocalFile(ctx, w.p.Asset, func(row db.Asset, path, folder string) error {
		return w.add(ctx, row, path, folder)
	})
}

func (w renditionWork) add(ctx context.Context, row db.Asset, path, folder string) error {
	s := w.s
	m, err := s.look(ctx, w.with, row, path)
	if err != nil {
		return err
	}
	list := ffmpeg.Renditions(m.Video)
	at := slices.IndexFunc(list, func(r ffmpeg.Rendition) bool { return r.Name == w.p.Name })
	if at < 0 {
		return fault.New(fault.Invalid, "media.unreadable")
	}
	out := filepath.Join(folder, "out")
	if err := os.Mkdir(out, 0o700); err != nil {
		return fmt.Errorf("make a folder for a rendition: %w", err)
	}
	result, err := w.with.Prepare(ctx, ffmpeg.Work{
		Path: path, Format: row.Format, Folder: out, Media: m, Renditions: list[at : at+1], Alone: true,
		Progress: func(percent int) {
			s.progress(ctx, w.run, percent, func(q sqldb.Querier) error {
				_, err := db.New(q).UpdateRenditionPercent(ctx,
					db.UpdateRenditionPercentParams{Asset: row.ID, Name: w.p.Name, Job: w.run.ID, Percent: int64(percent)})
				return err
			})
		},
	})
	if err != nil {
		return err
	}
	if len(result.Tracks) != 1 {
		return fmt.Errorf("%d tracks instead of a rendition", len(result.Tracks))
	}
	output := sourceFolder + row.ID + "/" + sqldb.NewID()
	if err := s.storeFolder(ctx, out, output); err != nil {
		return err
	}
	return s.commit(ctx, w.run, output, func(q sqldb.Querier) error { return w.publish(ctx, q, result.Tracks[0], output) })
}

// publish adds the rendition to what the recording plays.
func (w renditionWork) publish(ctx context.Context, q sqldb.Querier, t ffmpeg.Track, output string) error {
	n, err := db.New(q).UpdateRenditionReady(ctx, db.UpdateRenditionReadyParams{
		Asset: w.p.Asset, Name: w.p.Name, Job: w.run.ID, Width: int64(t.Width), Height: int64(t.Height), Codec: t.Codec,
		Peak: t.Peak, Bytes: t.Bytes, DurationMs: t.Duration.Milliseconds(), Output: output,
	})
	if err != nil {
		return fmt.Errorf("make a rendition ready: %w", err)
	}
	if n == 0 {
		return errSuperseded
	}
	return nil
}

// masterOf writes the master playlist of the ready renditions, and returns where each one is in the store.
func masterOf(rows []db.Rendition) (master string, outputs map[string]string) {
	outputs = map[string]string{}
	var tracks []ffmpeg.Track
	for _, r := range rows {
		if State(r.State) != Ready {
			continue
		}
		outputs[r.Name] = r.Output
		tracks = append(tracks, ffmpeg.Track{
			Name: r.Name, Width: int(r.Width), Height: int(r.Height), Duration: time.Duration(r.DurationMs) * time.Millisecond,
			Bytes: r.Bytes, Peak: r.Peak, Codec: r.Codec,
		})
	}
	return ffmpeg.Master(tracks), outputs
}

// renditionIn returns the rendition that a file belongs to: v720 for v720_00001.m4s.
func renditionIn(name string) string {
	if at := strings.IndexAny(name, "_."); at >= 0 {
		return name[:at]
	}
	return name
}

// retryRenditions queues failed and cancelled renditions of a recording again, all or the named one, and returns how
// many.
func (s *Service) retryRenditions(
	ctx context.Context, q sqldb.Querier, asset db.Asset, name string,
) (count int, err error) {
	rows, err := db.New(q).SelectRenditions(ctx, asset.ID)
	if err != nil {
		return 0, fmt.Errorf("list renditions: %w", err)
	}
	for _, r := range rows {
		if name != "" && r.Name != name || State(r.State) != Failed && State(r.State) != Cancelled {
			continue
		}
		queued, err := s.queueRendition(ctx, q, asset.ID, ffmpeg.Rendition{Name: r.Name, Height: int(r.Height)},
			time.Duration(asset.DurationMs)*time.Millisecond)
		if err != nil {
			return 0, err
		}
		if _, err := db.New(q).UpdateRenditionRetried(ctx,
			db.UpdateRenditionRetriedParams{Asset: asset.ID, Name: r.Name, Job: queued}); err != nil {
			return 0, fmt.Errorf("retry a rendition: %w", err)
		}
		count++
	}
	return count, nil
}

// cancelRenditions cancels the unfinished renditions of a recording, all or the named one, and returns how many.
func (s *Service) cancelRenditions(ctx context.Context, q sqldb.Querier, asset, name string) (count int, err error) {
	rows, err := db.New(q).SelectRenditions(ctx, asset)
	if err != nil {
		return 0, fmt.Errorf("list renditions: %w", err)
	}
	for _, r := range rows {
		if name != "" && r.Name != name || State(r.State) != Waiting && State(r.State) != Preparing {
			continue
		}
		if err := endRendition(ctx, q, asset, r.Name, r.JobID, Cancelled, "", ""); err != nil {
			return 0, fmt.Errorf("cancel a rendition: %w", err)
		}
		if err := s.stopJob(ctx, q, r.JobID); err != nil {
			return 0, err
		}
		count++
	}
	return count, nil
}

// renditionOf returns the rendition of a job, or a fault with this code.
func (s *Service) renditionOf(ctx context.Context, jobID, code string) (db.SelectRenditionByJobRow, error) {
	row, err := db.New(s.o.DB.Reader()).SelectRenditionByJob(ctx, jobID)
	if errors.Is(err, sql.ErrNoRows) {
		return row, fault.New(fault.Conflict, code)
	}
	if err != nil {
		return row, fmt.Errorf("find the rendition of a job: %w", err)
	}
	return row, nil
}

// sweepStuckRenditions fails renditions whose job died with its worker.
func (s *Service) sweepStuckRenditions(ctx context.Context) error {
	stuck, err := db.New(s.o.DB.Reader()).SelectStuckRenditions(ctx)
	if err != nil {
		return fmt.Errorf("list renditions that nobody makes: %w", err)
	}
	for _, r := range stuck {
		err = errors.Join(err, s.o.DB.WriteOne(ctx, func(q sqldb.Querier) error {
			return endRendition(ctx, q, r.AssetID, r.Name, r.JobID, Failed, "media.broke", "")
		}))
	}
	return err
}

// placesOf returns the placeholders and arguments for the IDs of a page of recordings, and each one's index on the
// page.
func placesOf(list []Asset) (places string, args []any, at map[string]int) {
	ids := make([]string, len(list))
	at = make(map[string]int, len(list))
	for i, a := range list {
		ids[i], at[a.ID] = a.ID, i
	}
	places, args = sqldb.List(1, ids)
	return places, args, at
}

// withRenditions fills in the renditions of a page of recordings, in one query.
func (s *Service) withRenditions(ctx context.Context, list []Asset) error {
	if len(list) == 0 {
		return nil
	}
	places, args, at := placesOf(list)
	return sqldb.Each(ctx, s.o.DB.Reader(), "list renditions", `SELECT asset_id, name, height, state, percent,
		reason, reason_params FROM rendition
		WHERE height > 0 AND asset_id IN (`+places+`) ORDER BY asset_id, height, name`, args, func(row *sql.Rows) error {
		var asset, reason, params string
		var r Rendition
		err := row.Scan(&asset, &r.Name, &r.Height, &r.State, &r.Percent, &reason, &params)
		r.Reason = reasonOf(reason, params)
		list[at[asset]].Renditions = append(list[at[asset]].Renditions, r)
		return err
	})
}
