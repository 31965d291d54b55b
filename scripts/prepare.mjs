import { build } from './build.mjs';
import { install } from './install.mjs';
import { mustSucceed } from './step.mjs';

if (Number(process.versions.node.split('.')[0]) < 20) {
  process.stderr.write(`Node 20 or later is needed to begin; this is ${process.version}.\n`);
  process.exit(1);
}

await mustSucceed('install', install);
await mustSucceed('build', build);
