import type { Base } from '../routing/locate.ts';

export function securitySchemes(cookieName: string): object {
  return {
    agentToken: {
      type: 'apiKey',
      in: 'header',
      name: 'Authorization',
      description: '`Authorization: Token <agent_token>`. Treat the token as a password.',
    },
    bearerToken: {
      type: 'http',
      scheme: 'bearer',
      description: 'Verified by the application that hosts the service.',
      'x-decided-here': true,
    },
    sessionCookie: {
      type: 'apiKey',
      in: 'cookie',
      name: cookieName,
      description:
        'Taken at the same-origin address only. A request that changes something needs an `Origin` that the host allows, and a body its `Content-Type`.',
      'x-decided-here': true,
    },
  };
}

/** The schemes that a base takes, any one of them. @spec OA9 */
export function securityOf(base: Base): readonly object[] {
  const tokens = [{ agentToken: [] }, { bearerToken: [] }];
  return base === 'public' ? tokens : [...tokens, { sessionCookie: [] }];
}
