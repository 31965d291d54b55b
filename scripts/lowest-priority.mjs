import { constants, setPriority } from 'node:os';

/** Loaded by processes, with `--import`, that must take from no other. Those that they start have the same priority. */
setPriority(constants.priority.PRIORITY_LOW);
