package rosterapi

import "lectern/internal/http/server"

// sheetCodes are the codes for reading a spreadsheet.
const sheetCodes = "roster.bomb roster.cell_too_long roster.damaged roster.empty roster.encoding " +
	"roster.excel_xml roster.formula roster.no_sheet roster.old_excel roster.too_large roster.too_many_columns " +
	"roster.too_many_rows blob.disk_full blob.not_found blob.store_down"

// Documents describe this package's handlers in the contract.
var Documents = []server.Document{
	server.Doc("exportRoster",
		"What the college holds of a kind, as the sheet that it could be imported from (XLSX or CSV)",
		"roster.unknown_kind"),
	server.Doc("exportOneRoster", "The college as a ZIP file of OneRoster 1.2 (CSV, bulk)"),
	server.Doc("getTemplate", "An empty spreadsheet of a kind of import, to fill in", "roster.unknown_kind"),
	server.Doc("listImportKinds",
		"The kinds of spreadsheets with their fields, in the order in which an empty college needs them"),
	server.Doc("createDrafts",
		"Upload a spreadsheet and learn what it seems to hold; a draft is removed after seven days", sheetCodes,
		"roster.oneroster_column roster.oneroster_delta roster.oneroster_file roster.oneroster_manifest",
		"roster.oneroster_version roster.unknown_kind roster.upload_too_large"),
	server.Doc("listDrafts", "Drafts of all staff, newest first"),
	server.Doc("getDraft", "A draft with its columns and preview", "roster.no_draft"),
	server.Doc("editDraft", "Say how a file is to be read; a preview that was there is void", sheetCodes,
		"roster.no_draft roster.draft_applied roster.draft_applying roster.draft_changed roster.header_twice",
		"roster.unknown_column roster.unknown_field timetable.no_term"),
	server.Doc("deleteDraft", "Remove a draft and its file", "roster.no_draft roster.draft_applying"),
	server.Doc("previewDraft", "Work out what an import would do; nothing is written", sheetCodes,
		"roster.no_draft roster.draft_applied roster.draft_applying roster.draft_changed roster.no_kind",
		"roster.missing_columns roster.missing_headers roster.no_header roster.header_twice roster.only_example",
		"roster.no_rows"),
	server.Doc("listDraftRows", "Rows of a draft and what becomes of them", "roster.no_draft"),
	server.Doc("editDraftRows", "Change cells and leave rows out, and work out the preview again", sheetCodes,
		"roster.no_draft roster.draft_applied roster.draft_applying roster.unknown_column roster.draft_changed",
		"roster.no_kind roster.missing_columns roster.missing_headers roster.no_header roster.header_twice",
		"roster.only_example roster.no_rows"),
	server.Doc("applyDraft", "Write what the preview has shown",
		"roster.no_draft roster.draft_applied roster.draft_applying roster.confirm roster.all_refused",
		"roster.no_preview roster.nothing_to_write roster.refused_rows roster.stale"),
	server.Doc("copyDraft", "Begin a draft of another sheet of the same file", sheetCodes, "roster.no_draft"),
	server.Doc("getRefusedRows", "The refused rows of a draft as a workbook of text cells, with the reasons",
		sheetCodes,
		"roster.no_draft roster.none_refused"),
	server.Doc("getDraftCodes", "First passwords of the accounts that a draft has opened, for whoever applied it",
		"roster.no_draft roster.no_codes roster.codes_of_another"),
	server.Doc("deleteDraftCodes", "Remove the first passwords once they are handed out",
		"roster.no_draft roster.no_codes roster.codes_of_another"),
	server.Doc("listHeaderMappings", "What staff taught about the headers of spreadsheets, newest first"),
	server.Doc("deleteHeaderMapping", "Remove what staff taught about headers", "roster.no_mapping"),
	server.Doc("restoreHeaderMapping", "Bring back what was removed within a day", "roster.no_mapping"),
	server.Doc("listImports", "What was imported, newest first", "roster.no_import"),
	server.Doc("getImport", "One import with its report, and how far its undoing is", "roster.no_import"),
	server.Doc("resolveImport", "Say that the refused rows of an import are dealt with, or take that back",
		"roster.no_import roster.nothing_refused"),
	server.Doc("previewUndo",
		"Begin to work out what undoing an import would do, and what stands in the way; nothing is written",
		"roster.no_import roster.undoing roster.undone_already"),
	server.Doc("undoImport", "Begin to put back what was before an import",
		"roster.changed_since roster.no_import roster.undoing roster.undone_already"),
}
