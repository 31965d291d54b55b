import { createEngine } from '@botwright/core';
import { conversationRunner } from '@botwright/core/runner';
import { sqliteStorage } from '@botwright/storage/sqlite';

// A process that only runs conversations. An input with the word `poison` kills it immediately.
const [file = ''] = process.argv.slice(2);
const runner = conversationRunner();
const engine = createEngine({
  storage: sqliteStorage({ file }),
  runner: {
    ...runner,
    step(bot, state, input, context) {
      if (JSON.stringify(input).includes('poison')) process.kill(process.pid, 'SIGKILL');
      return runner.step(bot as never, state as never, input, context);
    },
  },
});
const workers = engine.startWorkers({ isAlone: true });
process.once('SIGTERM', () => void workers.stop().then(() => engine.close()));
process.stdout.write('started\n');
