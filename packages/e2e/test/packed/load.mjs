// Run with every entry that this Node is promised for, after `consumer.mts` was compiled.
for (const entry of process.argv.slice(2)) await import(entry);
await import(new URL('consumer.mjs', import.meta.url).href);
