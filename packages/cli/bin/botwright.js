#!/usr/bin/env node
// Plain JavaScript that imports nothing before this check, so that an older Node can still say what it lacks.
const args = process.argv.slice(2);
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isNewEnough = major === 22 ? minor >= 19 : major === 24 ? minor >= 15 : major >= 26;
// They keep their data in the SQLite of Node, which is stable from 24.15.
// Their help needs no more than that of the others.
const isHelp = args.includes('--help') || args.includes('-h');
const usesSqlite = !isHelp && (args[0] === 'serve' || args[0] === 'chat');
if (!isNewEnough || (usesSqlite && major < 24)) {
  const wanted = usesSqlite ? '24.15 or later (24.x)' : '22.19 or later (22.x), 24.15 or later (24.x)';
  const what = usesSqlite ? `botwright ${args[0]}` : 'botwright';
  process.stderr.write(`${what} needs Node ${wanted}, or 26 and up; this is ${process.version}.\n`);
  process.exit(1);
}
// While the server is loaded, the part of the heap for new objects stays small, and grows when there is work: else an idle
// server would keep 16 MB that nothing but loading needed. `serve` lets it grow when it is ready.
if (!isHelp && args[0] === 'serve')
  process.getBuiltinModule('node:v8').setFlagsFromString('--semi-space-growth-factor=1');
// Node keeps compiled code in a folder for temporary files. Where it cannot be written, nothing is kept.
// An `import` of this module would load much that no command uses.
process.getBuiltinModule('node:module').enableCompileCache();
const { main } = await import('../dist/main.js');
await main(args);
