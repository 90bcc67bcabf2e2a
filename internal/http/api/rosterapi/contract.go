package rosterapi

import "lectern/internal/http/server"

// sheetCodes are the codes for reading a spreadsheet.
const sheetCodes = "roster.bomb roster.cell_too_long roster.damaged roster.empty roster.encoding " +
	"roster.excel_xml roster.formula roster.no_sheet roster.old_excel roster.too_large roster.too_many_columns " +
	"roster.too_many_rows blob.disk_full blob.not_found blob.store_down"

// Documents describe this package's handlers in the contract.
var Documents = []server.Document{
	server.Doc("exportRoster",
		"Export the data of an import type as a sheet that can be imported (XLSX or CSV)",
		"roster.unknown_kind"),
	server.Doc("exportOneRoster", "Export the college as a OneRoster 1.2 ZIP file (CSV, bulk)"),
	server.Doc("getTemplate", "Get an empty spreadsheet for an import type", "roster.unknown_kind"),
	server.Doc("listImportKinds",
		"List import types with their fields, in the order an empty college needs them"),
	server.Doc("createDrafts",
		"Upload a spreadsheet and detect its import type; the draft is deleted after seven days", sheetCodes,
		"roster.oneroster_column roster.oneroster_delta roster.oneroster_file roster.oneroster_manifest",
		"roster.oneroster_version roster.unknown_kind roster.upload_too_large"),
	server.Doc("listDrafts", "List import drafts of all staff, newest first"),
	server.Doc("getDraft", "Get an import draft with its columns and preview", "roster.no_draft"),
	server.Doc("editDraft", "Set how a file is read; discards the preview", sheetCodes,
		"roster.no_draft roster.draft_applied roster.draft_applying roster.draft_changed roster.header_twice",
		"roster.unknown_column roster.unknown_field timetable.no_term"),
	server.Doc("deleteDraft", "Discard an import draft and its file", "roster.no_draft roster.draft_applying"),
	server.Doc("previewDraft", "Preview an import; nothing is written", sheetCodes,
		"roster.no_draft roster.draft_applied roster.draft_applying roster.draft_changed roster.no_kind",
		"roster.missing_columns roster.missing_headers roster.no_header roster.header_twice roster.only_example",
		"roster.no_rows"),
	server.Doc("listDraftRows", "List the rows of an import draft and what importing does to them", "roster.no_draft"),
	server.Doc("editDraftRows", "Change cells and skip rows, then update the preview", sheetCodes,
		"roster.no_draft roster.draft_applied roster.draft_applying roster.unknown_column roster.draft_changed",
		"roster.no_kind roster.missing_columns roster.missing_headers roster.no_header roster.header_twice",
		"roster.only_example roster.no_rows"),
	server.Doc("applyDraft", "Import what the preview shows",
		"roster.no_draft roster.draft_applied roster.draft_applying roster.confirm roster.all_refused",
		"roster.no_preview roster.nothing_to_write roster.refused_rows roster.stale clash.reason_needed"),
	server.Doc("copyDraft", "Create a draft for another sheet of the same file", sheetCodes, "roster.no_draft"),
	server.Doc("getRefusedRows", "Get the rows with errors of an import draft and the reasons, as a workbook",
		sheetCodes,
		"roster.no_draft roster.none_refused"),
	server.Doc("getDraftCodes", "Get the one-time codes of accounts created by an import, for the person who ran it",
		"roster.no_draft roster.no_codes roster.codes_of_another"),
	server.Doc("deleteDraftCodes", "Delete the one-time codes after handing them out",
		"roster.no_draft roster.no_codes roster.codes_of_another"),
	server.Doc("listHeaderMappings", "List remembered headers, newest first"),
	server.Doc("deleteHeaderMapping", "Delete a remembered header", "roster.no_mapping"),
	server.Doc("restoreHeaderMapping", "Restore a deleted item within a day", "roster.no_mapping"),
	server.Doc("listImports", "List imports, newest first", "roster.no_import"),
	server.Doc("getImport", "Get an import with its report and the progress of undoing it", "roster.no_import"),
	server.Doc("resolveImport", "Mark the rows with errors of an import as dealt with, or undo that",
		"roster.no_import roster.nothing_refused"),
	server.Doc("previewUndo",
		"Start checking what undoing an import would do and what prevents it; nothing is written",
		"roster.no_import roster.undoing roster.undone_already"),
	server.Doc("undoImport", "Start undoing an import",
		"roster.changed_since roster.no_import roster.undoing roster.undone_already"),
}
