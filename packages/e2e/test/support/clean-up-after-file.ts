import { afterAll } from 'vitest';
import { afterFile } from './after-file.ts';

/** Vitest runs this file before each file of tests. */
afterAll(async () => {
  for (const cleanUp of afterFile.splice(0)) await cleanUp();
});
