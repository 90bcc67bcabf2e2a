// The service worker: keeps the app, never data, so that the portal opens without a network, and shows what the college
// pushes. It is a file of its own that the page does not import; scripts/installable.ts builds it and fills in what it
// keeps.
import { readFaces } from './faces';
import type { Kept, WorkerScope } from './keep';
import { keepApp } from './keep';
import type { NotifyScope } from './notify';
import { notifyDevice } from './notify';

declare const KEPT_FILES: Kept;
declare const self: WorkerScope & NotifyScope; // the page's types know no service worker

readFaces(globalThis); // before keepApp: what is answered is told to nobody after it
keepApp(self, KEPT_FILES);
notifyDevice(self);
