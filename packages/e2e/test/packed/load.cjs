// Run with every entry that this Node is promised for.
const assert = require('node:assert/strict');

for (const entry of process.argv.slice(2)) assert.notEqual(Object.keys(require(entry)).length, 0, entry);
