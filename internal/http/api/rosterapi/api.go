// Package rosterapi has the handlers and wire types of imports and exports: templates, import drafts, header
// mappings, the history and undoing of imports, and exports. The routes are in package api.
package rosterapi

import "lectern/internal/workflow/roster"

// API carries the services to the handlers.
type API struct {
	Imports *roster.Service
}
