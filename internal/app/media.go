package app

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"lectern/internal/feature/media"
	"lectern/internal/feature/media/ffmpeg"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
)

// mediaCommands add recordings.
func (cc *commandContext) mediaCommands() *cobra.Command {
	var cmd addMediaCmd
	add := command("add PATH...", "Add recordings to the lessons their file names match; lists them first.",
		func(args []string) error { return cmd.run(cc, args) })
	add.Long = add.Short + `

PATH is a file or a folder. The name contains the code of a course or group, and the number or title of a lesson, or the
date and time of a class: 'MKT201 03 Pricing.mp4', 'MKT201-1 2026-09-07 0800.mp4'.`
	add.Flags().BoolVar(&cmd.yes, "yes", false, "Add the files; without this flag they are only listed.")
	add.Flags().BoolVar(&cmd.publish, "publish", false, "Publish the lessons as soon as their recordings are ready.")
	languageFlag(add, &cmd.lang, "the output")
	prepare := command("prepare FILE FOLDER", "Prepare one recording in a folder, as the portal does.",
		func(args []string) error { return cc.prepareMedia(args[0], args[1]) })
	prepare.Hidden = true
	return group("media", "Manage recordings.", add, prepare)
}

// addMediaCmd has the options of `lectern media add`.
type addMediaCmd struct {
	yes     bool
	publish bool
	lang    string
}

// run lists the result for each file, and adds the files with --yes.
func (cmd *addMediaCmd) run(cc *commandContext, paths []string) (err error) {
	inst, err := openExisting(cc)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, inst.close()) }()
	files, err := listFiles(paths)
	if err != nil {
		return err
	}
	c := inst.college()
	printLine := printer(cc.out, language(cmd.lang, cc))
	found, refused, err := cmd.list(cc, c, printLine, files)
	if err != nil {
		return err
	}
	switch {
	case len(found) == 0 && refused == 0:
		printLine("media.said.nothing")
		return nil
	case len(found) == 0:
		return errNotAdded
	case !cmd.yes:
		printLine("media.said.trial")
		return nil
	}
	return cmd.add(cc, c, printLine, found)
}

// list prints the result for each file, and returns the files to add and the number of files that can't be added.
func (cmd *addMediaCmd) list(cc *commandContext, c *college, printLine func(
	string, ...string), files []string,
) (found []matched, refused int, err error) {
	var recordings []string
	for _, file := range files {
		if isRecording(file) {
			recordings = append(recordings, file)
			continue
		}
		printLine("media.said.failed", "file", filepath.Base(file), "reason",
			translate(fault.New(fault.Unsupported, "media.not_media"), language(cmd.lang, cc)).Error())
		refused++
	}
	all, err := matchFiles(cc, c, recordings)
	if err != nil {
		return nil, 0, err
	}
	for _, one := range all {
		if one.reason != nil {
			one.params = append(one.params, "reason", translate(one.reason, language(cmd.lang, cc)).Error())
		}
		printLine(one.said, one.params...)
		if one.doubt != "" {
			printLine(one.doubt, one.params...)
		}
		switch {
		case one.part: // added together with its first part
		case one.to != (media.Target{}):
			one.to.Publish = cmd.publish
			found = append(found, one)
		case one.said != "media.said.again":
			refused++
		}
	}
	return found, refused, nil
}

var errNotAdded = errors.New("not all were added")

// add continues after a refused file.
func (cmd *addMediaCmd) add(cc *commandContext, c *college, printLine func(string, ...string), found []matched) error {
	added, all := 0, 0
	for _, one := range found {
		all += 1 + len(one.parts)
		err := addRecording(cc, c, one)
		switch {
		case err == nil:
			added += 1 + len(one.parts)
			for _, path := range append([]string{one.path}, one.parts...) {
				printLine("media.said.added", "file", filepath.Base(path))
			}
		case fault.Code(err) != "":
			printLine("media.said.failed", "file", filepath.Base(one.path),
				"reason", translate(err, language(cmd.lang, cc)).Error())
		default:
			return err
		}
	}
	printLine("media.said.done", "count", strconv.Itoa(added))
	if added < all {
		return errNotAdded
	}
	return nil
}

// addRecording adds a file, or all parts of a recording, which are joined once all are stored.
func addRecording(cc *commandContext, c *college, one matched) error {
	if len(one.parts) == 0 {
		_, err := addFile(cc, c, one.path, one.to)
		return err
	}
	var ids []string
	for _, path := range append([]string{one.path}, one.parts...) {
		asset, err := addFile(cc, c, path, media.Target{Later: true})
		if err != nil {
			return err
		}
		ids = append(ids, asset)
	}
	// The trial run has listed what this replaces.
	now, err := c.Recordings.Place(cc.ctx, cc.operator(), one.to.Lesson, one.to.Class)
	if err == nil {
		_, err = c.Recordings.Join(cc.ctx, cc.operator(), ids, one.to, now.Asset)
	}
	return err
}

func addFile(cc *commandContext, c *college, path string, to media.Target) (asset string, err error) {
	f, err := os.Open(path) //nolint:gosec // the operator names the folder
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return c.Media.Add(cc.ctx, cc.operator(), path, f, to)
}

// printer returns a function that prints texts of the catalogue.
func printer(out io.Writer, lang locale.Language) func(key string, params ...string) {
	return func(key string, params ...string) {
		fmt.Fprintln(out, locale.Text(lang, key, fault.Params(params...)))
	}
}

// listFiles lists the files and the files in folders. It skips hidden files, and in folders everything that isn't a
// recording by content or name.
func listFiles(paths []string) ([]string, error) {
	var out []string
	for _, path := range paths {
		err := filepath.WalkDir(path, func(name string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			hidden := strings.HasPrefix(entry.Name(), ".") && name != path
			if entry.IsDir() && hidden {
				return fs.SkipDir
			}
			if !hidden && entry.Type().IsRegular() && (name == path || namedRecording(name) || isRecording(name)) {
				out = append(out, name)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// namedRecording goes by the extension: such a file is listed even if it has other content.
func namedRecording(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".mp4", ".m4v", ".mov", ".mkv", ".webm", ".ts", ".avi", ".flv", ".wmv", ".mpg", ".mpeg", ".mp3", ".m4a", ".wav":
		return true
	}
	return false
}

// isRecording checks the first bytes.
func isRecording(path string) bool {
	f, err := os.Open(path) //nolint:gosec // the operator names the folder
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, ffmpeg.FormatBytes)
	n, _ := io.ReadFull(f, head) // a file may be shorter
	return ffmpeg.Format(head[:n]) != ""
}

// prepareMedia makes renditions without a database: for the sample, and to try out a file.
func (cc *commandContext) prepareMedia(file, folder string) error {
	tool, err := ffmpeg.Find(cc.ctx)
	if err != nil {
		return err
	}
	raw, err := os.Open(file) //nolint:gosec // the operator names the file
	if err != nil {
		return err
	}
	head := make([]byte, ffmpeg.FormatBytes)
	n, _ := io.ReadFull(raw, head) // as above
	if err := raw.Close(); err != nil {
		return err
	}
	format := ffmpeg.Format(head[:n])
	if format == "" {
		return fault.New(fault.Unsupported, "media.not_media")
	}
	path, err := filepath.Abs(file)
	if err != nil {
		return err
	}
	found, err := tool.Probe(cc.ctx, path, format)
	if err != nil {
		return err
	}
	_, err = tool.Prepare(cc.ctx, ffmpeg.Work{Path: path, Format: format, Folder: folder, Media: found})
	return err
}
