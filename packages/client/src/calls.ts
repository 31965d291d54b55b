import type { AllOptions, Call, CallTable } from './call-table.ts';
import { pagesOf } from './pages.ts';
import type { Answer, Send } from './send.ts';

type Query = Readonly<Record<string, unknown>>;
type Members = Readonly<Record<string, unknown>>;

/** @spec CL1, CL2, CL3 */
export function bindCalls<TCalls>(table: CallTable<TCalls>, send: Send): TCalls {
  const resources = Object.entries(table as Readonly<Record<string, Readonly<Record<string, Call>>>>);
  const bound = resources.map(([resource, calls]) => [
    resource,
    Object.fromEntries(Object.entries(calls).map(([verb, call]) => [verb, bindCall(call, send)])),
  ]);
  return Object.fromEntries(bound) as TCalls;
}

function bindCall(call: Call, send: Send): (...given: readonly unknown[]) => unknown {
  const { method, path, takes, gives, under = '' } = call;
  const count = path.split('{').length - 1;

  /** @param query - Replaces the given one, for a page. */
  function ask(given: readonly unknown[], isExpected?: (body: Members) => boolean, query?: Query): Promise<Answer> {
    const input = takes === undefined ? undefined : given[count];
    const options = given[count + (takes === undefined ? 0 : 1)] as AllOptions | undefined;
    return send({
      method,
      path: fillPath(path, given.slice(0, count)),
      query: query ?? (takes === 'query' ? (input as Query | undefined) : options?.query),
      body: takes === 'body' ? input : undefined,
      options: options ?? {},
      ...((gives === 'text' || gives === 'nothing') && { gives }),
      isExpected,
    });
  }
  const isPage = (body: Members) => Array.isArray(body[under]) && typeof totalIn(body) === 'number';
  const hasValue = (body: Members) => typeof body[under] === 'object' && body[under] !== null;

  if (gives === 'pages' || gives === 'slices') {
    return (...given) =>
      pagesOf(gives, (given[count] ?? {}) as Query, async (query) => {
        const { body } = await ask(given, isPage, query);
        return { items: body[under] as unknown[], total: totalIn(body) as number };
      });
  }
  return async (...given) => {
    const answer = await ask(given, under === '' ? undefined : hasValue);
    if (gives === 'nothing') return undefined;
    if (gives === 'text') return answer.text;
    if (gives === 'whole') return answer.body;
    return gives === 'tagged' ? tagged(answer, under) : answer.body[under];
  };
}

function totalIn({ total, meta }: Members): unknown {
  return total ?? (meta as Members | undefined)?.['total'];
}

/** Proxies that compress a response weaken its tag; a weak tag matches no revision. @spec CL9 */
function tagged({ body, headers }: Answer, under: string): object {
  return { ...(body[under] as object), etag: headers.get('etag')?.replace(/^W\//, '') };
}

/** @spec CL4 */
function fillPath(template: string, values: readonly unknown[]): string {
  let at = 0;
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[at++];
    const text = typeof value === 'number' ? String(value) : value;
    // `fetch` resolves these segments, so they would lead to another resource.
    if (typeof text !== 'string' || text === '' || text === '.' || text === '..') {
      throw new TypeError(`${name} is ${JSON.stringify(value)}, which no path can have.`);
    }
    // Half of a surrogate pair has no escape: no record has such an id.
    return encodeURIComponent(text.toWellFormed());
  });
}
