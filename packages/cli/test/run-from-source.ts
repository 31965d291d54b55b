/** Runs the command as `bin/botwright.js` does, from the sources. */
import { main } from '../src/main.ts';

await main(process.argv.slice(2));
