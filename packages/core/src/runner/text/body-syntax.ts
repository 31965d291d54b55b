/** The syntax in which a value is written, so that it stays a value. */
export type BodySyntax = 'json' | 'xml' | 'form' | 'text';

/**
 * @param contentType - The value of the header, with parameters, in any case.
 * @spec RN69, RN70, RN133
 */
export function bodySyntax(contentType: string): BodySyntax {
  const [essence = ''] = contentType.toLowerCase().split(/[;,]/);
  const [, subtype = ''] = essence.trim().split('/');
  // `json`, `ld+json`, and lines of JSON: `x-ndjson`, `jsonl`.
  if (/(?:^|[+.-])(?:nd)?json(?:l|lines|-seq)?$/.test(subtype)) return 'json';
  if (/(?:^|[+.-])xml$/.test(subtype)) return 'xml';
  return essence.trim() === 'application/x-www-form-urlencoded' ? 'form' : 'text';
}
