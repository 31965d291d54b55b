#!/usr/bin/env node
// Plain JavaScript with no import of its own, so that an older Node can still say what it lacks.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 15) || major === 25) {
  process.stderr.write(`botwright needs Node 24.15 or later (24.x), or 26 and up; this is ${process.version}.\n`);
  process.exit(1);
}
const { main } = await import('../dist/main.js');
await main(process.argv.slice(2));
