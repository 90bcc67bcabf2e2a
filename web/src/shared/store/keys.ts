/** Every key this app writes to local storage. The first four are the specification's. */
export const storageKeys = {
  token: 'token',
  identity: 'user-identity',
  locale: 'arco-locale',
  theme: 'arco-theme',
  name: 'user-name',
  menuCollapsed: 'menu-collapsed',
  progress: 'course-progress',
  /** When the progress of each course was known, beside the specification's map. */
  progressTimes: 'course-progress-times',
  /** The last request timestamp, so that tabs never send the same one. */
  timestamp: 'request-timestamp',
  /** How far this device's clock is behind the server's, in milliseconds. */
  clockOffset: 'clock-offset',
  /** The college's name and zone, so that they need not be waited for. */
  college: 'college-name',
  /** When the college last answered, to the minute. */
  contact: 'last-contact',
  /** The last timetables with whose they are, for days without a connection. */
  timetable: 'timetable-kept',
  /** Which changes of the timetable were seen, and which classes attended. */
  timetableSeen: 'timetable-remembered',
  /** What the account had to do for its safety when the server last said so, with whose it is. */
  task: 'account-task',
  /** The day on which the reminder of the first password was put away. */
  taskAway: 'task-put-away',
  /** What staff put off until tomorrow on their desk, by kind. */
  putOff: 'desk-put-off',
  /** What a viewer chose in the player: speed, volume, captions. */
  player: 'player-preferences',
  /** What was watched and the server has not confirmed yet, with whose it is. */
  watching: 'watching-kept',
  /** 'off' where single letters are no shortcuts. */
  singleKeys: 'single-keys',
  /** When somebody last logged out on purpose: drafts of other tabs go too. */
  draftsForgotten: 'drafts-forgotten',
  /** Whom staff see the portal as, and until when; in the storage of a view's own tab alone. */
  view: 'view-of',
} as const;
