import '@/shared/theme/tokens.css';
import '@/shared/theme/base.css';
import { start } from '@/app/start';

const root = document.getElementById('root');
if (root === null) {
  throw new Error('index.html has no #root');
}
await start(root);
