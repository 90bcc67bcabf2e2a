// Package rosterapi has the handlers and wire types of imports and exports: templates, drafts of spreadsheets, taught
// headers, the history of imports and their undoing, and the college as sheets. The routes are in package api.
package rosterapi

import "lectern/internal/workflow/roster"

// API carries the services to the handlers.
type API struct {
	Imports *roster.Service
}
