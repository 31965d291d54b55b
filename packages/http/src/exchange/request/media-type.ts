/**
 * Tells whether a `Content-Type` says JSON: `application/json` or a type that ends in `+json`, whatever its
 * parameters. A charset other than UTF-8 is not JSON.
 *
 * @spec HT31
 */
export function saysJson(contentType: string): boolean {
  const [type = '', ...parameters] = contentType.split(';');
  const name = type.trim().toLowerCase();
  const isJson = name === 'application/json' || /^application\/[\w.!#$&^+-]+\+json$/.test(name);
  return isJson && parameters.every(keepsUtf8);
}

function keepsUtf8(parameter: string): boolean {
  const [name = '', value = ''] = parameter.split('=');
  if (name.trim().toLowerCase() !== 'charset') return true;
  return ['utf-8', 'utf8'].includes(value.trim().replaceAll('"', '').toLowerCase());
}
