import { openBackend } from './backend.ts';
import { readSettings } from './settings.ts';
import { startWeb } from './web.ts';
import { startWork } from './work.ts';

// One node: a web server or a worker. `main.ts` starts several; on many machines, start this file with ROLE set.
const settings = readSettings(process.env);
const backend = await openBackend(settings);
const work = settings.role === 'web' ? await startWeb(backend, settings) : startWork(backend);

let ending: Promise<void> | undefined;
function end(): void {
  ending ??= (async () => {
    await work.drain();
    await backend.close();
    process.exit(0);
  })();
  ending.catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
}

process.on('SIGTERM', end);
// A terminal sends Ctrl+C to all processes. `main.ts` then ends the nodes.
process.on('SIGINT', () => {});
process.on('message', (message) => {
  if (message === 'end') end();
});
// `main.ts` is gone.
process.on('disconnect', end);
process.send?.('ready');
