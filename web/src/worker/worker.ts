// The service worker: caches the app, never data, so that the portal opens without a network, and shows pushed
// notifications. It is a file of its own that the page does not import; scripts/service-worker.ts builds it and fills
// in the list of files.
import { cacheApp, type AppFiles, type CacheScope } from './cache-app';
import { showPushes, type PushScope } from './push';

declare const APP_FILES: AppFiles;
declare const self: CacheScope & PushScope; // the page's types know no service worker

cacheApp(self, APP_FILES);
showPushes(self);
