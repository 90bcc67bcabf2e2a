// Prints UID, start as Unix time, number of alarms and location of every event of a calendar file, as parsed by
// ical.js: read-feed.mjs FILE.
import { readFileSync } from 'node:fs';
import ICAL from 'ical.js';

const calendar = new ICAL.Component(ICAL.parse(readFileSync(process.argv[2], 'utf8')));
for (const zone of calendar.getAllSubcomponents('vtimezone')) {
  ICAL.TimezoneService.register(zone);
}
for (const component of calendar.getAllSubcomponents('vevent')) {
  const { uid, startDate, location } = new ICAL.Event(component);
  const alarms = component.getAllSubcomponents('valarm').length;
  console.log([uid, startDate.toUnixTime(), alarms, location ?? ''].join('\t'));
}
