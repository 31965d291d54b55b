/** Goes into the server with `--import`: it gets a runner that can kill it. No message from outside could. */
import { registerHooks } from 'node:module';

const deadlyRunner = new URL('./deadly-runner.ts', import.meta.url).href;

registerHooks({
  resolve(specifier, context, nextResolve) {
    const isReplaced = specifier === '@botwright/runner' && context.parentURL !== deadlyRunner;
    return isReplaced ? { url: deadlyRunner, shortCircuit: true } : nextResolve(specifier, context);
  },
});

// Whoever started it is gone, and would have ended it.
process.on('disconnect', () => process.exit());
process.channel?.unref();
