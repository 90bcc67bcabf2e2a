"""Prints UID, start as Unix time, number of alarms and location of every event of a calendar file."""
import sys

try:
    import icalendar
except ImportError:
    sys.exit("python3-icalendar is missing: run make deps, or apt-get install python3-icalendar")

with open(sys.argv[1], "rb") as file:
    calendar = icalendar.Calendar.from_ical(file.read())
for event in calendar.walk("VEVENT"):
    print(event["UID"], int(event.decoded("DTSTART").timestamp()), len(event.walk("VALARM")), event.get("LOCATION", ""), sep="\t")
