// Generated from en-US.json by `npm run gen:i18n`; do not edit.
import type { None, Value } from '@/shared/i18n/catalogue';

declare module '@/shared/i18n/catalogue' {
  interface Catalogue {
    recordings: {
      'extras.add': None;
      'extras.addFile': None;
      'extras.captions': None;
      'extras.captionsHint': None;
      'extras.captionsIn': { language: Value; verb: Value };
      'extras.captionsRead': { cues: Value; language: Value };
      'extras.chapterLines': None;
      'extras.chapterWrong': { line: Value };
      'extras.chapters': None;
      'extras.chaptersHint': None;
      'extras.chaptersPlaceholder': None;
      'extras.deleteCaptions': { language: Value };
      'extras.deleteCaptionsText': { language: Value };
      'extras.deleteCaptionsTitle': None;
      'extras.deleteFile': { file: Value };
      'extras.deleteFileText': { file: Value };
      'extras.deleteFileTitle': None;
      'extras.files': None;
      'extras.filesHint': None;
      'extras.noCaptions': None;
      'extras.replace': None;
      'extras.saveChapters': None;
      'keep': None;
      'lessons.title': { position: Value; title: Value };
      'processingPercent': None;
      'recordings.all': None;
      'recordings.cancel': None;
      'recordings.current': None;
      'recordings.delete': None;
      'recordings.deleteHint': None;
      'recordings.deleteOf': { title: Value };
      'recordings.deleteText': { file: Value };
      'recordings.deleteTitle': None;
      'recordings.more': None;
      'recordings.moreOf': { title: Value };
      'recordings.none': None;
      'recordings.noneText': None;
      'recordings.ofCourse': None;
      'recordings.preparing': { percent: Value };
      'recordings.preview': None;
      'recordings.published': None;
      'recordings.retry': None;
      'recordings.title': None;
      'state.cancelled': None;
      'state.failed': None;
      'state.ready': None;
      'state.waiting': None;
      'upload.another': None;
      'upload.browse': None;
      'upload.cancel': None;
      'upload.card': None;
      'upload.choose': None;
      'upload.course': None;
      'upload.done': None;
      'upload.drop': None;
      'upload.failed': None;
      'upload.failure': None;
      'upload.file': None;
      'upload.hint': None;
      'upload.kinds': None;
      'upload.lesson': None;
      'upload.newLesson': None;
      'upload.of': { sent: Value; total: Value };
      'upload.pause': None;
      'upload.paused': None;
      'upload.progress': None;
      'upload.resume': None;
      'upload.sending': None;
      'upload.start': None;
      'upload.title': None;
    };
  }
}
