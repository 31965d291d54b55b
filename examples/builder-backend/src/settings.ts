/** Settings of every node, from its environment. */
export interface Settings {
  readonly role: Role;
  readonly databaseUrl: string;
  readonly port: number;
  /** Public URL of the web nodes, without a slash at the end. */
  readonly publicUrl: string;
  /** 32 bytes in base64. It encrypts secrets that bots send again, such as the URLs of webhooks. */
  readonly secretKey: string;
  /** Networks in addition to the public ones that webhooks may go to. */
  readonly webhookCidrs: readonly string[];
}

export type Role = 'web' | 'worker';

/** @throws {Error} Names the missing setting. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const required = (name: string): string => {
    if (env[name]) return env[name];
    throw new Error(`${name} is not set.`);
  };
  return {
    role: required('ROLE') === 'worker' ? 'worker' : 'web',
    databaseUrl: required('DATABASE_URL'),
    port: Number(required('PORT')),
    publicUrl: required('PUBLIC_URL'),
    secretKey: required('SECRET_KEY'),
    webhookCidrs: (env['WEBHOOK_CIDRS'] ?? '').split(',').filter((cidr) => cidr !== ''),
  };
}
