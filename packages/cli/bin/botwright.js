#!/usr/bin/env node
// Plain JavaScript that imports nothing before this check, so that an older Node can still say what it lacks.
const args = process.argv.slice(2);
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isNewEnough = major === 22 ? minor >= 19 : major === 24 ? minor >= 15 : major >= 26;
// These commands store data in Node's SQLite, which is stable from 24.15. Their help needs only the minimum of the
// others.
const isHelp = args.includes('--help') || args.includes('-h');
const usesSqlite = !isHelp && (args[0] === 'serve' || args[0] === 'chat');
if (!isNewEnough || (usesSqlite && major < 24)) {
  const wanted = usesSqlite ? '24.15 or later (24.x)' : '22.19 or later (22.x), 24.15 or later (24.x)';
  const what = usesSqlite ? `botwright ${args[0]}` : 'botwright';
  process.stderr.write(`${what} needs Node ${wanted}, or 26 and up; this is ${process.version}.\n`);
  process.exit(1);
}
// Keeps the heap for new objects small while the server loads; otherwise an idle server would hold 16 MB that only
// loading needed. `serve` lets it grow when it is ready.
if (!isHelp && args[0] === 'serve')
  process.getBuiltinModule('node:v8').setFlagsFromString('--semi-space-growth-factor=1');
// Node caches compiled code in a folder for temporary files, if it can write there. An `import` of this module would
// load code that no command uses.
process.getBuiltinModule('node:module').enableCompileCache();
const { main } = await import('../dist/main.js');
await main(args);
