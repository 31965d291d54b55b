// Runs with every entry that supports this Node, after `consumer.mts` was compiled.
for (const entry of process.argv.slice(2)) await import(entry);
await import(new URL('consumer.mjs', import.meta.url).href);
