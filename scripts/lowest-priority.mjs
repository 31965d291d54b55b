import { constants, setPriority } from 'node:os';

/** Loaded, with `--import`, by processes that must not slow others down. Their children have the same priority. */
setPriority(constants.priority.PRIORITY_LOW);
