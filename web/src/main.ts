import '@/shared/theme/tokens.css';
import '@/shared/theme/base.css';
import { start } from '@/app/start';

const root = document.getElementById('root');
if (root === null) {
  throw new Error('index.html has no #root');
}
// A build-time constant, so that a production build contains nothing of the mock.
if (import.meta.env.MODE === 'mock') {
  const { installMock } = await import('@/testing/mock/install');
  installMock();
}
await start(root);
