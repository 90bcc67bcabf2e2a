// Package access defines who calls and what a route requires of the caller. Rules about objects, such as whether this
// student may see that lesson, are in the package that owns the object.
package access

import (
	"net/netip"
	"slices"
	"strings"

	"lectern/internal/kernel/fault"
)

// Role is what an account may do. The specification's '*' is not a role but the policy SignedIn.
type Role string

// The roles of the specification.
const (
	User  Role = "user"
	Staff Role = "admin"
)

// Scope is the part of the staff's work that an account of the role admin does. The API's contract knows only the
// role.
type Scope string

// The scopes.
const (
	Registrar Scope = "registrar" // everything
	Adviser   Scope = "adviser"   // their own classes (行政班): reads, sends notices, hands out codes
	Recordist Scope = "media"     // recordings
	Auditor   Scope = "auditor"   // reads the audit log
)

// Scopes returns all scopes.
func Scopes() []Scope { return []Scope{Registrar, Adviser, Recordist, Auditor} }

// Actor is the caller as the session knows them. The zero Actor is a visitor.
type Actor struct {
	Account string     // account id; empty for a visitor
	Student string     // student id; empty for staff
	Teacher string     // teacher id; empty if the caller doesn't teach
	Role    Role       //
	Scope   Scope      // of the role admin; empty otherwise
	Classes string     // of an adviser: their classes, one per line
	Session string     // session id; empty for a visitor and on the command line
	Address netip.Addr // where the call came from; invalid on the command line
	Device  string     // hash of the device cookie; empty for a client without cookies
	Login   string     // on the command line: the user of the operating system; empty elsewhere
	Viewer  string     // account of the member of staff who views the portal as this student, read-only; empty otherwise
}

// SignedIn reports whether the call belongs to a session.
func (a Actor) SignedIn() bool { return a.Account != "" }

// System returns the actor of background jobs.
func System() Actor { return Actor{Account: "system", Role: Staff, Scope: Registrar} }

// CommandLine returns the actor of the command line: the system, with the name of the operating system's user.
func CommandLine(login string) Actor {
	who := System()
	who.Login = login
	return who
}

// Advises reports whether the actor is the adviser of a class. A registrar advises all.
func (a Actor) Advises(class string) bool {
	return a.Scope == Registrar || class != "" && slices.Contains(strings.Split(a.Classes, "\n"), class)
}

// Policy is what a route requires of its caller. The zero value is invalid, so a route without a policy can't be
// built.
type Policy uint8

// The policies.
const (
	_          Policy = iota
	Open              // no headers at all: health, configuration, the token endpoint
	Anyone            // a valid token, bound to a session or not: login and public reads
	SignedIn          // a session, any role
	Admin             // a session of the admin role whose scope is everything
	Working           // a session of the admin role, whatever its scope
	Advising          // as Admin, or an adviser; the feature checks which classes
	Recordings        // as Admin, or the scope for recordings
	Auditing          // as Admin, or an auditor
	Teaching          // a session of a teacher, whatever the role
	Noticing          // as Advising or Teaching; the feature checks which classes and groups
	SignedURL         // the handler verifies a signature or a secret in the URL itself
	policyCount
)

// Valid reports whether p is one of the policies above.
func (p Policy) Valid() bool { return p > 0 && p < policyCount }

func (p Policy) String() string {
	return [...]string{
		"none", "open", "anyone", "signed in", "admin", "staff", "admin or adviser", "admin or media",
		"admin or auditor", "teacher", "admin, adviser or teacher", "signed URL",
	}[p]
}

// Check returns a fault if the policy doesn't admit the actor.
func (p Policy) Check(a Actor) error {
	switch p {
	case Open, Anyone, SignedURL:
		return nil
	case SignedIn:
		if a.SignedIn() {
			return nil
		}
	case Noticing:
		if Advising.Check(a) == nil {
			return nil
		}
		return Teaching.Check(a)
	case Teaching:
		if a.SignedIn() && a.Teacher != "" {
			return nil
		}
		if a.SignedIn() {
			return fault.New(fault.Forbidden, "access.forbidden")
		}
	case Admin, Working, Advising, Recordings, Auditing:
		if a.SignedIn() && a.Role == Staff && p.admits(a.Scope) {
			return nil
		}
		if a.SignedIn() {
			return fault.New(fault.Forbidden, "access.forbidden")
		}
	}
	return fault.New(fault.Unauthenticated, "access.signed_out")
}

// admits reports whether a policy for staff admits a scope. An empty scope is never admitted.
func (p Policy) admits(scope Scope) bool {
	switch scope {
	case Registrar:
		return true
	case Adviser:
		return p == Working || p == Advising
	case Recordist:
		return p == Working || p == Recordings
	case Auditor:
		return p == Working || p == Auditing
	}
	return false
}
