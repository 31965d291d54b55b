export interface Answer {
  readonly status: number;
  readonly location: string;
  readonly text: string;
}

/** A client that stores cookies, opens pages and sends forms. */
export interface Visitor {
  /** All cookies, form tokens, codes and states so far: no log may contain one. */
  readonly secrets: Set<string>;
  open(url: string): Promise<Answer>;
  send(url: string, form: Readonly<Record<string, string>>): Promise<Answer>;
}

export function visitor(): Visitor {
  const cookies = new Map<string, string>();
  const secrets = new Set<string>();

  async function ask(url: string, form?: Readonly<Record<string, string>>): Promise<Answer> {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: {
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...(form !== undefined && { 'sec-fetch-site': 'same-origin' }),
      },
      ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]+)/.exec(cookie) ?? [];
      cookies.set(name, value);
      secrets.add(value);
    }
    const text = await answer.text();
    const location = answer.headers.get('location') ?? '';
    for (const [, token = ''] of text.matchAll(/name="(?:token|form)" value="(\w+)"/g)) secrets.add(token);
    for (const address of [url, location]) {
      const query = URL.canParse(address) ? new URL(address).searchParams : new URLSearchParams();
      for (const name of ['state', 'code', 'code_challenge']) if (query.has(name)) secrets.add(query.get(name) ?? '');
    }
    return { status: answer.status, location, text };
  }

  return { secrets, open: (url) => ask(url), send: ask };
}

export const headingOf = ({ text }: Answer): string => /<h1>(.*)<\/h1>/.exec(text)?.[1] ?? '';
export const tokenOf = ({ text }: Answer): string => /name="token" value="(\w+)"/.exec(text)?.[1] ?? '';
export const linkOf = ({ text }: Answer): string => /href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
