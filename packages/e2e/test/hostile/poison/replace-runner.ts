/** Loaded into the server with `--import`: replaces the runner by one that can end the process. */
import { registerHooks } from 'node:module';

const deadlyRunner = new URL('./deadly-runner.ts', import.meta.url).href;

registerHooks({
  resolve(specifier, context, nextResolve) {
    const isReplaced = specifier === '@botwright/core/runner' && context.parentURL !== deadlyRunner;
    return isReplaced ? { url: deadlyRunner, shortCircuit: true } : nextResolve(specifier, context);
  },
});

// The parent has ended, and can no longer stop it.
process.on('disconnect', () => process.exit());
process.channel?.unref();
