package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"syscall"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/spf13/cobra"

	"lectern/internal/feature/account"
	"lectern/internal/http/api"
	"lectern/internal/http/server"
	"lectern/internal/workflow/system"
	"lectern/web"
)

func (cc *commandContext) serveCommand() *cobra.Command {
	var demo, noWork bool
	c := command("serve", "Serve the portal.", func([]string) error { return cc.serve(demo, noWork) })
	c.Flags().BoolVar(&demo, "demo", false, "Load the sample college into an empty database, and print its logins.")
	c.Flags().BoolVar(&noWork, "no-work", false,
		"Serve pages only and run no jobs; lectern work runs them, here or on other machines.")
	return c
}

// serve runs the server until the context ends, then lets running requests finish.
func (cc *commandContext) serve(demo, noWork bool) (err error) {
	// Listen first: if the address is taken, nothing has been created yet.
	listener, err := listen(cc.ctx, cc.config.Listen, "--listen (LECTERN_LISTEN)")
	if err != nil {
		return err
	}
	defer listener.Close()
	inst, err := openInstance(cc)
	if err != nil {
		return err
	}
	defer func() {
		if inst.db.IsFull(err) {
			err = fmt.Errorf("the disk of the database is full: free some space, then start again (%w)", err)
		}
		err = errors.Join(err, inst.close())
	}()
	if err := checkClocks(inst.db); err != nil {
		return err
	}
	for _, name := range cc.source.Unknown() {
		slog.Warn("unknown setting", "name", name)
	}
	if cc.config.FirstPassword == account.KindLastSix {
		slog.Warn(lastSixRisk)
	}
	if demo {
		if err := inst.demo(cc); err != nil {
			return err
		}
		cc.config.TemplateMenu = "on" // the demo shows everything
	}
	node := nodeOptions{name: inst.nodeName(rolePages), pages: true, grace: jobGrace}
	if !noWork {
		node.kinds, node.slots = allGroups(), serveSlots
	}
	if err := inst.rememberVersion(cc.ctx); err != nil {
		return err
	}
	return inst.serve(cc, listener, node)
}

func (inst *instance) serve(cc *commandContext, listener net.Listener, node nodeOptions) error {
	trace, stopTrace, err := newTracing(cc.ctx, inst.config.TraceEndpoint)
	if err != nil {
		return err
	}
	defer stopTrace()
	draining := make(chan struct{})
	college := inst.college() // shared, because handlers need what the background work finds out
	state := system.New(inst.systemOptions(cc, college, node))
	handler, err := inst.handler(college, state, trace, draining)
	if err != nil {
		return err
	}
	defer college.background(cc.ctx, "state", state.Run)()
	defer college.background(cc.ctx, "clocks", func(ctx context.Context) { inst.watchClocks(ctx, college.Jobs) })()
	defer college.background(cc.ctx, "college", func(ctx context.Context) { college.run(ctx, node) })()
	front := newHTTPServer(handler)
	failed := make(chan error, 3)
	go func() { failed <- front.Serve(listener) }()
	defer college.background(cc.ctx, "keys", func(ctx context.Context) { failed <- inst.watchKeys(ctx) })()
	if inst.config.MetricsListen != "" {
		numbers, err := listen(cc.ctx, inst.config.MetricsListen, "--metrics-listen (LECTERN_METRICS_LISTEN)")
		if err != nil {
			return errors.Join(err, front.Close())
		}
		side := newHTTPServer(handler.Metrics)
		defer side.Close()
		go func() { failed <- side.Serve(numbers) }()
	}
	fmt.Fprintf(cc.out, "listening on %s\n", address(listener))
	select {
	case err := <-failed:
		return err
	case <-cc.ctx.Done():
	}
	close(draining)
	state.Drain(cc.ctx)
	slog.Info("stopping: running requests may finish", "grace", inst.config.ShutdownGrace)
	grace, cancel := context.WithTimeout(context.WithoutCancel(cc.ctx), inst.config.ShutdownGrace)
	defer cancel()
	if err := front.Shutdown(grace); err != nil {
		slog.Warn("some requests did not finish in time", "error", err)
		return front.Close()
	}
	return nil
}

func (inst *instance) handler(college *college, state *system.Service, trace func(
	http.Handler) http.Handler, draining <-chan struct{},
) (*server.Server, error) {
	c := inst.config
	proxies, err := c.Proxies()
	if err != nil {
		return nil, err
	}
	dist, err := fs.Sub(web.Dist, "dist")
	if err != nil {
		return nil, err
	}
	return api.New(api.Deps{
		Services: api.Services(college.Services), DB: inst.db, System: state, Blobs: inst.blobs,
		Now: inst.db.Now, Web: dist, Trace: trace, PublicURL: c.PublicURL, Secure: c.Secure(), Proxies: proxies,
		MaxCalls: c.MaxRequests, PublicMetrics: c.MetricsListen == "", Collectors: []prometheus.Collector{
			college.failures,
			college.panics,
			jobCounts{college.Jobs, inst.db},
			auditState{college.Chain, inst.db.Now},
			freeDisk(c.Data),
		}, LiveOrigins: c.LiveOrigins, MediaOrigin: inst.mediaOrigin(), Client: api.Client{
			CollegeZh: inst.collegeZh, CollegeEn: inst.collegeEn, ID: c.ClientID, Scope: c.Scope, TimeZone: c.TimeZone,
			FirstPassword: c.FirstPassword, HelpURL: c.HelpURL, TemplateMenu: c.TemplateMenu == "on",
			Features: map[string]bool{"teacherTimetables": c.TeacherTimetables == "on"}, Secret: inst.derived(
				c.ClientSecret.Reveal(), "client secret"), SignSecret: inst.derived(c.SignSecret.Reveal(), "sign secret"),
		},
	}, draining), nil
}

// systemOptions describe this node to staff.
func (inst *instance) systemOptions(cc *commandContext, college *college, node nodeOptions) system.Options {
	place := cmp.Or(inst.config.Blobs.Place(), filepath.Join(inst.config.Data, "blobs"))
	return system.Options{
		Installation: system.Installation{
			Config: inst.config, Unknown: cc.source.Unknown(), DB: inst.db, Accounts: college.Accounts, Blobs: inst.blobs,
			Now: inst.db.Now, MaxOffset: server.MaxClockOffset, Groups: allGroups(),
		},
		Jobs: college.Jobs, Version: Version, Node: node.name, Role: node.role(), Kinds: node.kinds, Slots: node.slots,
		Settings: inst.config.Settings(cc.source, cc.flags), MediaPlace: place, Owners: college.JobOwners(),
	}
}

// mediaOrigin returns the origin that browsers are redirected to for segments, or "".
func (inst *instance) mediaOrigin() string {
	if remote, ok := inst.blobs.(interface{ Origin() string }); ok {
		return remote.Origin()
	}
	return ""
}

// newHTTPServer limits slow clients: headers within five seconds, a response within a minute. Streaming handlers
// set other deadlines.
func newHTTPServer(handler http.Handler) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      time.Minute,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    server.MaxHeaderBytes,
		ErrorLog:          slog.NewLogLogger(slog.Default().Handler(), slog.LevelDebug),
	}
}

// listenWait is how long to wait for a taken address. If a server is killed while it starts ffmpeg, the child
// process has its sockets until exec, which no flag can prevent.
const listenWait = 2 * time.Second

// listen binds the address, and says what to do if it is taken.
func listen(ctx context.Context, addr, setting string) (net.Listener, error) {
	deadline := time.Now().Add(listenWait)
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	for errors.Is(err, syscall.EADDRINUSE) && ctx.Err() == nil && time.Now().Before(deadline) {
		time.Sleep(20 * time.Millisecond)
		listener, err = (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	}
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil,
			fmt.Errorf("%s is already in use: stop the program that has it, or choose another address with %s", addr, setting)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("this user can't listen on %s: choose a port above 1023 with %s", addr, setting)
	case err != nil:
		return nil, fmt.Errorf("can't listen on %s: %w; choose another address with %s", addr, err, setting)
	}
	return listener, nil
}

// address returns the listener's URL on this machine.
func address(l net.Listener) string {
	tcp, ok := l.Addr().(*net.TCPAddr)
	if ok && tcp.IP.IsUnspecified() {
		return fmt.Sprintf("http://localhost:%d", tcp.Port)
	}
	return "http://" + l.Addr().String()
}

// configCommand prints every setting as a line of a configuration file.
func (cc *commandContext) configCommand() *cobra.Command {
	return command("config", "Print the configuration, secrets masked.", func([]string) error {
		_, err := fmt.Fprint(cc.out, cc.config.Print())
		return err
	})
}

// Version is set by the linker.
var Version = "development"

func (cc *commandContext) versionCommand() *cobra.Command {
	return command("version", "Print the version.", func([]string) error {
		_, err := fmt.Fprintln(cc.out, "lectern", Version)
		return err
	})
}

// openAPICommand prints the contract in api/openapi.yaml.
func (cc *commandContext) openAPICommand() *cobra.Command {
	c := command("openapi", "Print the API's OpenAPI document.", func([]string) error {
		text, err := api.OpenAPI()
		if err != nil {
			return err
		}
		_, err = cc.out.Write(text)
		return err
	})
	c.Hidden = true
	return c
}

func (cc *commandContext) migrateCommand() *cobra.Command {
	return command("migrate", "Upgrade the database to this version's schema.", func([]string) error {
		return cc.migrate()
	})
}

// migrate prints the schema version. Opening the database migrates it.
func (cc *commandContext) migrate() error {
	inst, err := openExisting(cc)
	if err != nil {
		return err
	}
	defer inst.close()
	schema, err := inst.db.Schema(cc.ctx)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(cc.out, "the database is ready: %s, schema %d\n", inst.db.Engine(), schema.Version)
	return err
}
