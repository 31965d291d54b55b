/**
 * Loaded into a server with `--import`: its clock shows the machine's time minus the milliseconds in the query of this
 * module's URL, and minus those that the parent sends later.
 */
const { now } = Date;
let behindMs = Number(new URL(import.meta.url).search.slice(1));
Date.now = () => now() - behindMs;
process.on('message', (ms) => {
  behindMs += Number(ms);
  process.send?.('set back');
});
process.channel?.unref();
