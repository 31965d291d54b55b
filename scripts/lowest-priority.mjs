import { constants, setPriority } from 'node:os';

/** Vitest runs this file before each file of tests. The processes that the tests start have the same priority. */
setPriority(constants.priority.PRIORITY_LOW);
