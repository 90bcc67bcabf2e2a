import { startOwnCollege } from './own-college';

startOwnCollege();
