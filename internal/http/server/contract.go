package server

import (
	"cmp"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"lectern/internal/kernel/access"
)

// Document describes an operation in the contract, apart from its types.
type Document struct {
	Operation string
	Summary   string
	Errors    []string // its error codes, besides CommonErrors
}

// Doc returns a Document. Each string of codes may hold several, separated by blanks.
func Doc(operation, summary string, codes ...string) Document {
	return Document{Operation: operation, Summary: summary, Errors: strings.Fields(strings.Join(codes, " "))}
}

// Contract is the part of the OpenAPI document that isn't derived from the routes.
type Contract struct {
	Title, Description, Version string
	Tags                        []*huma.Tag
	Operations                  map[string]Document // by operation
}

// document describes the response of a stream. A typed call's types do that.
type document struct {
	body            reflect.Type // type of the request body
	json            reflect.Type // type of the response
	types           []string     // content types of its answers
	successStatuses []int        // statuses of successful responses
	// refusalType is the type of the responses with refusalStatuses, if that isn't an envelope.
	refusalType     reflect.Type
	refusalStatuses []int
	signed          bool // requires timestamp and signature, whatever its policy
}

// CommonErrors are the codes that every operation may return: they concern the request or the server.
var CommonErrors = []string{
	"request.cancelled", "request.charset", "request.content_type", "request.cross_origin", "request.date",
	"request.empty", "request.encoding", "request.field", "request.field_count", "request.field_missing",
	"request.field_too_long", "request.field_too_short", "request.field_twice", "request.field_type",
	"request.field_unknown", "request.field_value", "request.header_too_large", "request.header_twice",
	"request.invalid", "request.json", "request.method", "request.query", "request.query_array",
	"request.query_depth", "request.query_params", "request.query_unknown", "request.timeout", "request.too_deep",
	"request.too_large", "request.too_many_at_once", "request.unreadable", "request.url_too_long", "server.down",
	"server.error", "server.full", "server.overloaded",
}

// The security schemes of the contract. A call sends all four headers.
const (
	schemeBearer    = "bearer"
	schemeIdentity  = "identity"
	schemeTimestamp = "timestamp"
	schemeSignature = "signature"
)

var securitySchemes = map[string]*huma.SecurityScheme{
	schemeBearer: {
		Type: "http", Scheme: "bearer",
		Description: "The access_token of POST /api/Identity/connect/token. A login binds it to a session.",
	},
	schemeIdentity: {
		Type: "apiKey", In: "header", Name: "MiniProgramIdentity",
		Description: "The id that POST /api/Students/Students/Login answered. It is compared with the session and never " +
			"looked up.",
	},
	schemeTimestamp: {
		Type: "apiKey", In: "header", Name: "X-Timestamp",
		Description: "Milliseconds since 1970 in decimal, base64-encoded, larger with every request. " +
			"It may be five minutes off; the Date header of any answer tells the server's time.",
	},
	schemeSignature: {
		Type: "apiKey", In: "header", Name: "X-Signature",
		Description: "MD5 of the timestamp in decimal followed by signSecret of /app-config.json, as upper-case hexadecimal.",
	},
}

// humaConfig configures huma without its extras: no docs page, no $schema links.
func humaConfig(c Contract) huma.Config {
	format := huma.Format{
		Marshal:   encodeJSON,
		Unmarshal: unmarshalBody,
	}
	return huma.Config{
		OpenAPI: &huma.OpenAPI{
			OpenAPI: "3.1.0",
			Info: &huma.Info{
				Title: c.Title, Version: c.Version,
				Description: c.Description + "\n\nEvery operation may also answer: " + strings.Join(CommonErrors, ", ") + ".",
				License:     &huma.License{Name: "MIT", Identifier: "MIT"},
			},
			Servers: []*huma.Server{{URL: "/", Description: "The server that this document came from."}},
			Tags:    c.Tags,
			Components: &huma.Components{
				Schemas:         newSchemas(),
				SecuritySchemes: securitySchemes,
			},
		},
		Formats:       map[string]huma.Format{"application/json": format, "json": format},
		DefaultFormat: "application/json",
	}
}

// ownType matches a type of the services, or of package wire, in the name of a type.
var ownType = regexp.MustCompile(
	`lectern/internal/(?:(?:feature|workflow|kernel)/(?:\w+/)*(\w+)|http/api/(wire))\.(\w+)`)

// schemaName names a schema after its Go type. Types of services begin with their package, because several have a
// Group: it is TimetableGroup, also as a type argument.
func schemaName(t reflect.Type, hint string) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	name := t.Name()
	if pkg := t.PkgPath(); name != "" && !strings.Contains(name, "[") {
		name = pkg + "." + name
	}
	name = ownType.ReplaceAllStringFunc(name, func(found string) string {
		parts := ownType.FindStringSubmatch(found)
		pkg := parts[1] + parts[2]
		return strings.ToUpper(pkg[:1]) + pkg[1:] + parts[3]
	})
	// huma uses the hint for types without a name.
	return huma.DefaultSchemaNamer(reflect.TypeFor[struct{}](), cmp.Or(name, hint))
}

// operation describes a row in the contract, apart from its input and output.
func (s *Server) operation(r Route) huma.Operation {
	method, path, _ := strings.Cut(r.Pattern, " ")
	about := s.options.Contract.Operations[r.Operation]
	codes := slices.Concat([]string{}, about.Errors, policyErrors(r)) // [] instead of null
	slices.Sort(codes)
	refusalContent := s.jsonOf(reflect.TypeFor[refusal](), "")
	return huma.Operation{
		OperationID: r.Operation, Method: method, Path: strings.ReplaceAll(path, "...}", "}"),
		Tags: []string{r.Tag}, Summary: about.Summary,
		Security: security(r), Extensions: map[string]any{"x-policy": r.Policy.String(), "x-error-codes": codes},
		Responses: map[string]*huma.Response{
			"4XX": {
				Description: "Refused. Each error begins with its code in brackets; x-error-codes lists those of this operation.",
				Content:     refusalContent,
			},
			"5XX": {Description: "The server cannot answer now; Retry-After says when to try again.", Content: refusalContent},
		},
	}
}

// jsonOf describes a JSON response; hint names a type that has no name.
func (s *Server) jsonOf(t reflect.Type, hint string) map[string]*huma.MediaType {
	schema := s.api.OpenAPI().Components.Schemas.Schema(t, true, hint)
	return map[string]*huma.MediaType{"application/json": {Schema: schema}}
}

// ErrorCodes returns all codes that a row may respond with.
func (s *Server) ErrorCodes(r Route) []string {
	return slices.Concat(s.options.Contract.Operations[r.Operation].Errors, policyErrors(r), CommonErrors)
}

// policyErrors returns the codes that the policy of a row may respond with.
func policyErrors(r Route) []string {
	if r.Policy == access.Open || r.Policy == access.SignedURL {
		return nil
	}
	codes := []string{
		"access.signed_out", "account.token_expired", "account.token_foreign", "account.token_unknown", "request.clock",
		"request.replayed", "request.signature", "request.signature_missing", "request.timestamp",
		"request.timestamp_missing",
	}
	if r.limits.beforeSession {
		return codes
	}
	codes = append(codes, "account.device_mismatch", "account.identity_mismatch", "account.identity_missing",
		"account.session_ended", "account.session_expired")
	if r.Policy != access.Anyone {
		codes = append(codes, "access.forbidden")
	}
	if r.writeCost > 0 {
		codes = append(codes, "request.too_many_writes")
	}
	switch r.inView {
	case refusedInView:
		codes = append(codes, "access.view_reads_only")
	case privateInView:
		codes = append(codes, "access.view_private")
	case openInView:
	}
	if !r.limits.allowDuringSetup && r.Policy != access.Anyone {
		codes = append(codes, "account.change_password_first", "account.enrol_factor_first")
	}
	return codes
}

// security returns the headers that a row requires.
func security(r Route) []map[string][]string {
	all := map[string][]string{schemeBearer: {}, schemeTimestamp: {}, schemeSignature: {}}
	switch r.Policy {
	case access.Open, access.SignedURL:
		if r.document.signed {
			return []map[string][]string{{schemeTimestamp: {}, schemeSignature: {}}}
		}
		return []map[string][]string{{}} // none
	case access.SignedIn, access.Admin, access.Working, access.Advising, access.Recordings, access.Auditing,
		access.Teaching, access.Noticing:
		all[schemeIdentity] = []string{}
	}
	return []map[string][]string{all}
}

var pathParameter = regexp.MustCompile(`\{([a-z]+)(?:\.\.\.)?\}`)

// documentStream adds a stream's row to the contract.
func (s *Server) documentStream(r Route) {
	op := s.operation(r)
	text := &huma.Schema{Type: huma.TypeString}
	for _, found := range pathParameter.FindAllStringSubmatch(r.Pattern, -1) {
		op.Parameters = append(op.Parameters, &huma.Param{Name: found[1], In: "path", Required: true, Schema: text})
	}
	for _, name := range r.queries {
		op.Parameters = append(op.Parameters, &huma.Param{Name: name, In: "query", Schema: text})
	}
	bytes := &huma.Schema{Type: huma.TypeString, Format: "binary"}
	if op.Method == http.MethodPost || op.Method == http.MethodPut || op.Method == http.MethodPatch {
		body := bytes
		if r.document.body != nil {
			body = s.api.OpenAPI().Components.Schemas.Schema(r.document.body, true, r.Operation+"Body")
		}
		op.RequestBody = &huma.RequestBody{Content: map[string]*huma.MediaType{}}
		for _, kind := range r.limits.content {
			op.RequestBody.Content[kind] = &huma.MediaType{Schema: body}
		}
	}
	content := map[string]*huma.MediaType{}
	if r.document.json != nil {
		content = s.jsonOf(r.document.json, r.Operation)
	}
	for _, kind := range r.document.types {
		content[kind] = &huma.MediaType{Schema: bytes}
	}
	for _, status := range r.document.successStatuses {
		answer := &huma.Response{Description: http.StatusText(status)}
		if status == http.StatusOK || status == http.StatusPartialContent {
			answer.Content = content
		}
		op.Responses[strconv.Itoa(status)] = answer
	}
	for _, status := range r.document.refusalStatuses {
		content := s.jsonOf(r.document.refusalType, "")
		op.Responses[strconv.Itoa(status)] = &huma.Response{Description: http.StatusText(status), Content: content}
	}
	s.api.OpenAPI().AddOperation(&op)
}

// OpenAPI returns the contract.
func (s *Server) OpenAPI() *huma.OpenAPI { return s.api.OpenAPI() }
