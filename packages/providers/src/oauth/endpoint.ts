/**
 * Reads the URL of an endpoint that receives secrets.
 *
 * @throws {TypeError} For an invalid URL, one without https (http only for this machine), or one with a query, a
 * fragment or user info.
 * @spec PV11
 */
export function readEndpoint(name: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !isConfidential(url)) {
    throw new TypeError(`The endpoint "${name}" must be an https URL; plain http is for this machine alone.`);
  }
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') {
    throw new TypeError(`The endpoint "${name}" must have no query, fragment or user info.`);
  }
  return url;
}

function isConfidential({ protocol, hostname }: URL): boolean {
  if (protocol === 'https:') return true;
  return protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Adds a path, which is encoded already, and parameters to an endpoint. */
export function apiUrl(base: URL, path: string, parameters: Readonly<Record<string, string>> = {}): URL {
  const url = new URL(`${base.href.replace(/\/$/, '')}/${path}`);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}
