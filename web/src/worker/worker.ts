// The service worker: caches the app, but no data, so that the portal opens offline, and shows push notifications. A
// separate file that the page doesn't import; scripts/service-worker.ts builds it and inserts the list of files.
import { cacheApp, type AppFiles, type CacheScope } from './cache-app';
import { showPushes, type PushScope } from './push';

declare const APP_FILES: AppFiles;
declare const self: CacheScope & PushScope; // the page's types don't include service workers

cacheApp(self, APP_FILES);
showPushes(self);
