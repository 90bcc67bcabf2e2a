package media

import (
	"path/filepath"

	"lectern/internal/kernel/workdir"
)

// openWorkFolder creates a folder to work in. remove removes it; that of a killed process is swept.
func (s *Service) openWorkFolder(asset string) (folder string, remove func() error, err error) {
	parent, err := s.localFolder(workFolder)
	if err != nil {
		return "", nil, err
	}
	folder, remove, err = workdir.Make(parent, asset+"-")
	return folder, remove, full(err)
}

// sweepWork removes the work folders of processes that were killed.
func (s *Service) sweepWork() error { return workdir.Sweep(filepath.Join(s.o.Folder, workFolder), "") }
