package app

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// healthCommand is for container images without an HTTP client.
func (cc *commandContext) healthCommand() *cobra.Command {
	return command("healthcheck", "Check whether the portal on this machine is ready; for container images.",
		func([]string) error { return cc.checkHealth() })
}

// checkHealth fails with the response of /readyz if the portal on this machine isn't ready.
func (cc *commandContext) checkHealth() error {
	host, port, err := net.SplitHostPort(cc.config.Listen)
	if err != nil {
		return fmt.Errorf("--listen (LECTERN_LISTEN): %w", err)
	}
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "localhost"
	}
	r, err := http.NewRequestWithContext(cc.ctx, http.MethodGet,
		"http://"+net.JoinHostPort(host, port)+"/readyz", http.NoBody)
	if err != nil {
		return err
	}
	// No proxy, because the portal is on this machine.
	client := http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	answer, err := client.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, 4<<10))
	if err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("not ready: %s %s", answer.Status, strings.TrimSpace(string(body)))
	}
	_, err = fmt.Fprintln(cc.out, "ready")
	return err
}
