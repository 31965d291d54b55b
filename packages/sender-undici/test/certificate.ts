import { generate } from 'selfsigned';

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** A self-signed certificate for a name and perhaps an address. */
export async function makeCertificate(name: string, ip?: string): Promise<Certificate> {
  const altNames = [{ type: 2 as const, value: name }, ...(ip === undefined ? [] : [{ type: 7 as const, ip }])];
  const made = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames },
    ],
  });
  return { cert: made.cert, key: made.private };
}
