import { testEveryPage } from './every-page';

testEveryPage('zh-CN');
