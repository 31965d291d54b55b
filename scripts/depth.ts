/** How many times as many runs as usual: `npm run test:all -- --nightly` sets 5. */
const depth = Number(process.env['BOTWRIGHT_DEPTH'] ?? 1);

/** Whether checks also try what is like another that they try each time. */
export const isNightly = depth > 1;

/** The runs of a property, or seeds of the simulation. @param usual - Of every run of the tests. */
export function runs(usual: number): number {
  return usual * depth;
}
