// One chunk: people who open one of these pages open the others too, and each chunk name is bytes that students load.
export { DraftPage } from './draft-page';
export { ImportPage } from './import-page';
export { ImportsPage } from './imports-page';
