package audit

import "regexp"

// number is long enough to be a national ID or the number of a bank card.
var number = regexp.MustCompile(`\p{Nd}{15,}[Xx]?`)

// FileName returns a file's name as entries show it: offices name files after the person they are about, and an entry
// can never be changed.
func FileName(name string) string { return number.ReplaceAllString(name, "***") }
