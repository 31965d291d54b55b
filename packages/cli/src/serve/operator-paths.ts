import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';
import type { ServeOptions } from './serve-options.ts';

export type OperatorPath = 'healthz' | 'metrics';

export interface Operator {
  readonly metrics: Pick<Metrics, 'contentType' | 'render'>;
  /** Whether the server takes requests and its store answers. */
  isHealthy(): Promise<boolean>;
  readonly logger: Pick<Logger, 'error'>;
}

/** Finds whether a request is for a path of the operator, which belongs to no interface. @spec SV15, SV16 */
export function operatorPathOf(
  request: Pick<IncomingMessage, 'url' | 'headers'> & { readonly socket: Pick<Socket, 'remoteAddress'> },
  { publicMetrics = false }: Pick<ServeOptions, 'publicMetrics'>,
): OperatorPath | undefined {
  const { url = '', socket, headers } = request;
  if (isPath(url, '/healthz')) return 'healthz';
  if (!isPath(url, '/metrics')) return undefined;
  // A request forwarded by a proxy on this machine comes from another machine.
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined;
  const isFromHere = !isForwarded && /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(socket.remoteAddress ?? '');
  return publicMetrics || isFromHere ? 'metrics' : undefined;
}

/** Answers a request for a path of the operator; never rejects. */
export async function answerOperator(
  path: OperatorPath,
  request: IncomingMessage,
  response: ServerResponse,
  operator: Operator,
): Promise<void> {
  try {
    const { status, type, body } = await findAnswer(path, request.method ?? '', operator);
    response.writeHead(status, {
      'content-type': type,
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...(status === 405 ? { allow: 'GET, HEAD' } : {}),
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  } catch (error) {
    operator.logger.error({ err: error, path }, 'an operator path failed');
    response.destroy();
  }
}

async function findAnswer(
  path: OperatorPath,
  method: string,
  { metrics, isHealthy }: Operator,
): Promise<{ readonly status: number; readonly type: string; readonly body: string }> {
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, type: 'text/plain; charset=utf-8', body: '' };
  if (path === 'metrics') return { status: 200, type: metrics.contentType, body: await metrics.render() };
  const isWell = await isHealthy();
  const body = JSON.stringify({ status: isWell ? 'ok' : 'unavailable' });
  return { status: isWell ? 200 : 503, type: 'application/json', body };
}

function isPath(url: string, path: string): boolean {
  return url === path || url.startsWith(`${path}?`);
}
