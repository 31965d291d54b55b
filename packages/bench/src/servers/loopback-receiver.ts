import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Acknowledges every request, except requests to `/hang`, in a separate process, and sends its parent the port. */
const server = createServer((request, response) => {
  if (request.url === '/hang') return;
  request.resume().on('end', () => response.writeHead(204).end());
});
server.listen(0, '127.0.0.1', 1_024, () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
