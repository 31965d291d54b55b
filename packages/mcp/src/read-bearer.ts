/** The token of an `Authorization` header, of at most 4,096 characters. */
export function readBearer(header: string | null): string | undefined {
  if (header === null || header.length > 4_110) return undefined;
  return /^Bearer +([\x21-\x7e]+)$/i.exec(header)?.[1];
}
