import { startEmbedded } from './embedded-server.ts';

/** Runs a PostgreSQL server until the process that forked this one ends or disconnects. Sends its URL. */
const server = await startEmbedded();
process.once('disconnect', () => void server.stop());
process.send?.(server.url);
