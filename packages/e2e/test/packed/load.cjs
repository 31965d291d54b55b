// Runs with every entry that supports this Node.
const assert = require('node:assert/strict');

for (const entry of process.argv.slice(2)) assert.notEqual(Object.keys(require(entry)).length, 0, entry);
