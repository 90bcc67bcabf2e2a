import { testEveryPage } from './every-page';

testEveryPage('en-US');
