import type { Reply } from '../../exchange/reply/reply.ts';

/** Operations that the specification describes and calls not built. */

const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Not Found</title></head>
<body><h1>Not Found</h1><p>The requested resource was not found on this server.</p></body>
</html>
`;

/** @spec AP23 */
export const notFoundPage: Reply = Object.freeze({ status: 404, contentType: 'text/html; charset=utf-8', body: page });

/** @spec AP22 */
export function notAllowedDetail(method: string, allow: string): Reply {
  return { status: 405, headers: { allow }, body: JSON.stringify({ detail: `Method "${method}" not allowed.` }) };
}
