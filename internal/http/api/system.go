package api

import (
	"cmp"
	"context"
	"slices"

	"lectern/internal/http/api/wire"
	"lectern/internal/http/server"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/config"
	"lectern/internal/kernel/job"
	"lectern/internal/workflow/system"
)

type wireFinding struct {
	Kind  string `json:"kind" enum:"configuration,data-folder,disk,keys,database,clock,audit-log,first-passwords,failed-logins,media-store,ffmpeg,backup,jobs,nodes"`
	State string `json:"state" enum:"ok,note,problem" doc:"ok, a note (works, but worth knowing) or a problem."`
	Text  string `json:"text" doc:"The finding and what to do, in the caller's language."`
}

type wireLoad struct {
	Hashing int `json:"hashing" doc:"Logins whose password is being hashed."`
	Waiting int `json:"waiting" doc:"Logins waiting for that."`
	Places  int `json:"places" doc:"The most logins that may be hashing or waiting; more are refused."`
}

type wireNode struct {
	ID      string      `json:"id"`
	Name    string      `json:"name"`
	Version string      `json:"version"`
	Started string      `json:"started" format:"date-time"`
	Seen    string      `json:"seen" format:"date-time" doc:"Its last sign of life."`
	State   string      `json:"state" enum:"here,alive,silent,stopping" doc:"The responding node, another one that works, one that was killed or can't reach the database, or one that is stopping."`
	Role    string      `json:"role" enum:"all,pages,jobs" doc:"Pages, jobs or both."`
	Kinds   []string    `json:"kinds" doc:"The groups of jobs it runs, such as media."`
	Slots   int         `json:"slots" doc:"The limit on the total cost of recordings' jobs; 0 if it runs none."`
	Cores   int         `json:"cores" doc:"Of the machine; 0 if unknown."`
	Logins  wireLoad    `json:"logins"`
	Disk    system.Disk `json:"disk"`
	Lost    []wireJob   `json:"lost" doc:"The jobs of a silent node that others took over; worker names them."`
}

type wireAbout struct {
	Asset   string `json:"asset" doc:"Id of the recording; empty for other jobs."`
	Code    string `json:"code" doc:"Of the course."`
	Title   string `json:"title" doc:"Of the lesson."`
	TitleEn string `json:"titleEn"`
	File    string `json:"file"`
	Height  int    `json:"height" doc:"Of the rendition; 0 for the first one."`
	Reason  string `json:"reason" doc:"Why it failed or what it waits for, in the caller's language."`
}

type wireJob struct {
	ID          string    `json:"id"`
	Kind        string    `json:"kind" doc:"Such as media.prepare or push.send."`
	State       string    `json:"state" enum:"waiting,running,dead,done,cancelled" doc:"Done and cancelled occur only for jobs that a silent node lost."`
	Created     string    `json:"created" format:"date-time"`
	Due         string    `json:"due" format:"date-time" doc:"Waiting: not before this. Running: when another node may take it over."`
	Attempts    int       `json:"attempts"`
	MaxAttempts int       `json:"maxAttempts"`
	Progress    int       `json:"progress" doc:"In percent."`
	Error       string    `json:"error" doc:"Why the last attempt failed."`
	Worker      string    `json:"worker" doc:"Name of the last node that took it."`
	LostBy      string    `json:"lostBy" doc:"Name of the silent node that had it before."`
	Cost        int       `json:"cost" doc:"Number of slots it takes."`
	Begun       string    `json:"begun" doc:"When a node last took it; empty if never."`
	Left        int       `json:"left" doc:"Estimated seconds left; 0 if unknown."`
	About       wireAbout `json:"about"`
}

type wireWork struct {
	Nodes   []wireNode  `json:"nodes"`
	Jobs    []wireJob   `json:"jobs" doc:"Failed, running and waiting jobs; at most 50 of each."`
	Waiting int         `json:"waiting" doc:"Number of waiting jobs, listed or not."`
	Storage system.Disk `json:"storage" doc:"The disk with the recordings; zeros for an object store, whose size is unknown."`
}

type wireJobCounts struct {
	Waiting int `json:"waiting"`
	Running int `json:"running"`
	Dead    int `json:"dead"`
}

type wireSetting struct {
	Name   string `json:"name"`
	Value  string `json:"value" doc:"Always empty for a secret."`
	Secret bool   `json:"secret"`
	Set    bool   `json:"set" doc:"It has a value."`
	From   string `json:"from" enum:"flag,environment,file,default"`
}

type wireSystem struct {
	Version  string          `json:"version"`
	Findings []wireFinding   `json:"findings" doc:"Problems first, then notes."`
	Nodes    []wireNode      `json:"nodes"`
	Jobs     []wireJob       `json:"jobs" doc:"Failed, running and waiting jobs; at most 50 of each."`
	Counts   wireJobCounts   `json:"counts"`
	Disk     system.Disk     `json:"disk"`
	Database system.Database `json:"database"`
	Media    string          `json:"media" doc:"Where media is stored."`
	Backup   string          `json:"backup" doc:"When the last one was written; empty if never."`
	Push     system.Push     `json:"push"`
	Logins   wireLoad        `json:"logins" doc:"Of the node that answers."`
	Settings []wireSetting   `json:"settings"`
}

func (a *api) getSystem(ctx context.Context, who access.Actor, _ *struct{}) (wireSystem, error) {
	s, err := a.System.Status(ctx, who)
	if err != nil {
		return wireSystem{}, err
	}
	lang, urgency := server.LanguageOf(ctx), []system.State{system.Problem, system.Note, system.OK}
	slices.SortStableFunc(s.Findings, func(a, b system.Finding) int {
		return cmp.Compare(slices.Index(urgency, a.State), slices.Index(urgency, b.State))
	})
	return wireSystem{
		Version: s.Version,
		Findings: wire.Each(s.Findings, func(f system.Finding) wireFinding {
			return wireFinding{Kind: f.Kind, State: string(f.State), Text: f.Text(lang)}
		}),
		Nodes:    wireNodes(ctx, s.Nodes),
		Jobs:     wireJobs(ctx, s.Jobs),
		Counts:   wireJobCounts{Waiting: s.Counts[job.Waiting], Running: s.Counts[job.Running], Dead: s.Counts[job.Dead]},
		Disk:     s.Disk,
		Database: s.Database,
		Media:    s.Media, Backup: wire.MaybeInstant(s.Backup),
		Push:   s.Push,
		Logins: wireLoad(s.Logins),
		Settings: wire.Each(s.Settings, func(o config.Setting) wireSetting {
			return wireSetting{Name: o.Name, Value: o.Value, Secret: o.Secret, Set: o.Set, From: string(o.From)}
		}),
	}, nil
}

func wireNodes(ctx context.Context, list []system.Node) []wireNode {
	return wire.Each(list, func(n system.Node) wireNode { return toWireNode(ctx, n) })
}

func toWireNode(ctx context.Context, n system.Node) wireNode {
	state := "alive"
	switch {
	case n.Silent:
		state = "silent"
	case n.Draining:
		state = "stopping"
	case n.Here:
		state = "here"
	}
	return wireNode{
		ID: n.ID, Name: n.Name, Version: n.Version, Started: wire.Instant(n.Started), Seen: wire.Instant(n.Seen),
		State: state, Role: string(n.Role), Kinds: wire.Each(n.Kinds, func(kind string) string { return kind }),
		Slots: n.Slots, Cores: n.Cores, Logins: wireLoad(n.Logins), Disk: n.Disk, Lost: wireJobs(ctx, n.Lost),
	}
}

func (a *api) getWork(ctx context.Context, who access.Actor, _ *struct{}) (wireWork, error) {
	w, err := a.System.Work(ctx, who, "media")
	return wireWork{
		Nodes: wireNodes(ctx, w.Nodes), Jobs: wireJobs(ctx, w.Jobs),
		Waiting: w.Waiting, Storage: w.Storage,
	}, err
}

func wireJobs(ctx context.Context, list []system.Task) []wireJob {
	return wire.Each(list, func(j system.Task) wireJob { return toWireJob(ctx, j) })
}

func toWireJob(ctx context.Context, j system.Task) wireJob {
	return wireJob{
		ID: j.ID, Kind: j.Kind, State: string(j.State), Created: wire.Instant(j.Created), Due: wire.Instant(j.Due),
		Attempts: j.Attempts, MaxAttempts: j.MaxAttempts, Progress: j.Progress, Error: j.Error, Worker: j.Worker,
		LostBy: j.LostBy, Cost: j.Cost, Begun: wire.MaybeInstant(j.Begun), Left: int(j.Remaining.Seconds()), About: wireAbout{
			Asset: j.About.Asset, Code: j.About.Code, Title: j.About.Title, TitleEn: j.About.TitleEn, File: j.About.File,
			Height: j.About.Height, Reason: wire.Sentence(ctx, j.About.Reason),
		},
	}
}

type jobIn struct {
	Job string `path:"job" maxLength:"64"`
}

func (a *api) retryJob(ctx context.Context, who access.Actor, in *jobIn) (wire.None, error) {
	return nil, a.System.RetryJob(ctx, who, in.Job)
}

func (a *api) forgetJob(ctx context.Context, who access.Actor, in *jobIn) (wire.None, error) {
	return nil, a.System.ForgetJob(ctx, who, in.Job)
}
