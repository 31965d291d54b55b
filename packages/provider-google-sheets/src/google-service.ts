import type { ProviderFailure } from '@botwright/core';
import * as v from 'valibot';

export type GoogleEndpoint = 'authorization' | 'token' | 'revocation' | 'drive' | 'sheets';

export const googleEndpoints: Readonly<Record<GoogleEndpoint, string>> = {
  authorization: 'https://accounts.google.com/o/oauth2/v2/auth',
  token: 'https://oauth2.googleapis.com/token',
  revocation: 'https://oauth2.googleapis.com/revoke',
  drive: 'https://www.googleapis.com/drive/v3',
  sheets: 'https://sheets.googleapis.com/v4',
};

/** Asked for beyond these: who the person is. Google spells those scopes otherwise in its answers. */
export const fileScopes = [
  'https://www.googleapis.com/auth/drive.file',
  'https://www.googleapis.com/auth/spreadsheets',
] as const;

export const identityScopes = ['openid', 'email'] as const;

const reason = v.object({ reason: v.optional(v.string()) });

/** Sheets puts reasons into `details`, Drive into `errors`. */
const refusalSchema = v.object({
  error: v.object({
    status: v.optional(v.string()),
    details: v.optional(v.array(reason), []),
    errors: v.optional(v.array(reason), []),
  }),
});

const meanings: readonly (readonly [ProviderFailure, readonly string[]])[] = [
  ['insufficient_scope', ['ACCESS_TOKEN_SCOPE_INSUFFICIENT', 'insufficientPermissions']],
  // Quotas, and APIs that are not switched on in the app's project: the account is as good as before.
  [
    'unavailable',
    [
      'RATE_LIMIT_EXCEEDED',
      'rateLimitExceeded',
      'userRateLimitExceeded',
      'quotaExceeded',
      'dailyLimitExceeded',
      'SERVICE_DISABLED',
      'accessNotConfigured',
    ],
  ],
  // Not a spreadsheet, such as a workbook of Excel's that lies on Drive.
  ['unreadable', ['FAILED_PRECONDITION', 'failedPrecondition']],
];

/** @spec GS9, GS17, GS18 */
export function judgeGoogle(_status: number, body: unknown): ProviderFailure | undefined {
  const parsed = v.safeParse(refusalSchema, body);
  if (!parsed.success) return undefined;
  const { status, details, errors } = parsed.output.error;
  const said = new Set([status, ...[...details, ...errors].map((one) => one.reason)]);
  return meanings.find(([, reasons]) => reasons.some((one) => said.has(one)))?.[0];
}
