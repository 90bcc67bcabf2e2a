import '@/shared/theme/tokens.css';
import '@/shared/theme/base.css';
import '@/shared/theme/welcome.css';
import { start } from '@/app/start';

// Whoever has a session is sent the scripts with the head of the page: they may be here before its body.
if (document.readyState === 'loading') {
  await new Promise((resolve) => {
    document.addEventListener('DOMContentLoaded', resolve, { once: true });
  });
}
const root = document.getElementById('root');
if (root === null) {
  throw new Error('index.html has no #root');
}
// A constant when the app is built, so that a production build holds nothing of the mock.
if (import.meta.env.MODE === 'mock') {
  const { installMock } = await import('@/testing/mock/install');
  installMock();
}
await start(root);
