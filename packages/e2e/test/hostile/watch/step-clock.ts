/** Loaded into the server with `--import`: the parent sets its clock back, by as many milliseconds as it sends. */
const { now } = Date;
let behindMs = 0;
Date.now = () => now() - behindMs;
process.on('message', (step) => {
  if (typeof step === 'number') behindMs += step;
});
