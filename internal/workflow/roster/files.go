package roster

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/roster/engine"
)

// OpenFile opens a local spreadsheet. It fails with roster.no_file or roster.unreadable_file.
func OpenFile(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fault.New(fault.NotFound, "roster.no_file", "file", path).Because(err)
	}
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("it is no regular file")
	}
	var file *os.File
	if err == nil {
		file, err = os.Open(path) //nolint:gosec // the operator named it
	}
	if err != nil {
		return nil, fault.New(fault.Invalid, "roster.unreadable_file", "file", path).Because(err)
	}
	return file, nil
}

// ImportFile imports a file opened by OpenFile, and writes the rejected rows and the codes next to it. It sets the
// job's file, name and outputs. If job.Confirm lacks a required confirmation, or job.Reason one for new clashes,
// nothing is written and Report.Braked is set. It fails like Import, or with roster.no_side_file.
func (s *Service) ImportFile(ctx context.Context, who access.Actor, file *os.File, job Job) (Report, error) {
	refused, err := newRefusedFile(file.Name() + ".refused.xlsx")
	if err != nil {
		return Report{}, err
	}
	codes, err := newCodesFile(file.Name())
	if err != nil {
		return Report{}, errors.Join(err, refused.remove())
	}
	job.Name, job.File, job.Refused, job.Codes = filepath.Base(file.Name()), file, refused.file, codes.file
	job.BeforeCommit = func(_ context.Context, _ sqldb.Querier, r *Report) error {
		r.Braked = r.Preview.Unconfirmed(func(b Brake) bool { return slices.Contains(job.Confirm, b.Changed) }) != nil ||
			r.Preview.Unaccepted(job.Reason) != nil
		if r.Braked {
			return engine.ErrRollBack
		}
		return nil
	}
	report, err := s.Import(ctx, who, job)
	if err != nil {
		return report, errors.Join(err, refused.remove(), codes.remove())
	}
	var err1, err2 error
	report.RefusedFile, err1 = refused.finish(report.Refused > 0)
	report.CodesFile, err2 = codes.finish(report.Codes > 0 && report.Applied)
	return report, errors.Join(err1, err2)
}

// An outputFile is written next to the imported file. It contains personal data, so only its owner may read it.
type outputFile struct {
	file *os.File
	path string // final name
}

// newRefusedFile creates a file that replaces an older one when it is finished.
func newRefusedFile(path string) (*outputFile, error) {
	//nolint:gosec // beside the file that the operator named
	file, err := os.OpenFile(path+".part", os.O_CREATE|os.O_RDWR|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, noOutputFile(path, err)
	}
	return &outputFile{file, path}, nil
}

// newCodesFile creates the file of one-time codes under its final name, so that no codes are lost if the machine stops
// right after the import. It never overwrites the codes of an earlier import.
func newCodesFile(path string) (*outputFile, error) {
	for n := 1; ; n++ {
		name := path + ".codes.csv"
		if n > 1 {
			name = path + ".codes-" + strconv.Itoa(n) + ".csv"
		}
		file, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR|os.O_EXCL, 0o600) //nolint:gosec // as above
		if err == nil {
			return &outputFile{file, name}, nil
		}
		if !errors.Is(err, fs.ErrExist) || n > 1000 {
			return nil, noOutputFile(name, err)
		}
	}
}

func noOutputFile(path string, err error) error {
	return fault.New(fault.Forbidden, "roster.no_side_file", "file", path).Because(err)
}

// finish closes the file and gives it its final name, or removes it if it isn't wanted.
func (o *outputFile) finish(wanted bool) (string, error) {
	if !wanted {
		return "", o.remove()
	}
	if err := o.file.Close(); err != nil {
		return "", err
	}
	if o.file.Name() == o.path {
		return o.path, nil
	}
	return o.path, os.Rename(o.file.Name(), o.path)
}

func (o *outputFile) remove() error { return errors.Join(o.file.Close(), os.Remove(o.file.Name())) }
