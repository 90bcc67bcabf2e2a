// One chunk: whoever opens one of these pages opens the others, and every name of a chunk is bytes that students load.
export { DraftPage } from './draft-page';
export { ImportPage } from './import-page';
export { ImportsPage } from './imports-page';
