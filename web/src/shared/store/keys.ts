/** Every key this app writes to local storage. The first four are the specification's. */
export const storageKeys = {
  token: 'token',
  identity: 'user-identity',
  locale: 'arco-locale',
  theme: 'arco-theme',
  name: 'user-name',
  menuCollapsed: 'menu-collapsed',
  progress: 'course-progress',
  /** When the progress of each course was known, next to the specification's map. */
  progressTimes: 'course-progress-times',
  /** How many logins there have been in this browser: the generation of the session. */
  generation: 'session-generation',
  /** The last request timestamp, so that no two tabs send the same one. */
  timestamp: 'request-timestamp',
  /** How far this device's clock is behind the server's, in milliseconds. */
  clockOffset: 'clock-offset',
  /** The college's name and zone, so that pages needn't wait for them. */
  college: 'college-name',
  /** When the server last answered, to the minute. */
  contact: 'last-contact',
  /** The last timetables and their owner, for use offline. */
  timetable: 'timetable-kept',
  /** Which changes of the timetable were seen, and which classes were attended. */
  timetableSeen: 'timetable-remembered',
  /** The account's last known security task, and its owner. */
  task: 'account-task',
  /** The day on which the reminder of the first password was dismissed. */
  taskAway: 'task-put-away',
  /** What staff postponed until tomorrow on their desk, by kind. */
  putOff: 'desk-put-off',
  /** The viewer's choices in the player: speed, volume, captions. */
  player: 'player-preferences',
  /** What was watched but isn't confirmed by the server, and its owner. */
  watching: 'watching-kept',
  /** 'off' if single letters aren't shortcuts. */
  singleKeys: 'single-keys',
  /** When someone last logged out deliberately, so that other tabs delete their drafts too. */
  draftsForgotten: 'drafts-forgotten',
  /** The student in the student view, and when it ends; only in the storage of the view's own tab. */
  view: 'view-of',
} as const;
