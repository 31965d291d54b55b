import process from 'node:process';
import { smoke } from './smoke.mjs';

await smoke(process.env['RECEIVER'] ?? '');
