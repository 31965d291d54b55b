import type { ProviderFailure } from '@botwright/core/ports';
import * as v from 'valibot';

export type GoogleEndpoint = 'authorization' | 'token' | 'revocation' | 'drive' | 'sheets';

export const googleEndpoints: Readonly<Record<GoogleEndpoint, string>> = {
  authorization: 'https://accounts.google.com/o/oauth2/v2/auth',
  token: 'https://oauth2.googleapis.com/token',
  revocation: 'https://oauth2.googleapis.com/revoke',
  drive: 'https://www.googleapis.com/drive/v3',
  sheets: 'https://sheets.googleapis.com/v4',
};

/** The scopes that an account needs. */
export const fileScopes = [
  'https://www.googleapis.com/auth/drive.file',
  'https://www.googleapis.com/auth/spreadsheets',
] as const;

/** Asked for too, to learn who consented. Google's responses have other names for them. */
export const identityScopes = ['openid', 'email'] as const;

const reason = v.object({ reason: v.optional(v.string()) });

/** The body of a refusal: Sheets puts the reasons into `details`, Drive into `errors`. */
const refusalSchema = v.object({
  error: v.object({
    status: v.optional(v.string()),
    details: v.optional(v.array(reason), []),
    errors: v.optional(v.array(reason), []),
  }),
});

const meanings: readonly (readonly [ProviderFailure, readonly string[]])[] = [
  ['insufficient_scope', ['ACCESS_TOKEN_SCOPE_INSUFFICIENT', 'insufficientPermissions']],
  // Quotas, and APIs that are not enabled in the app's project: the account itself is fine.
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
  // Not a spreadsheet of Google's, for example an Excel file on Drive.
  ['unreadable', ['FAILED_PRECONDITION', 'failedPrecondition']],
];

/** @spec GS9, GS17, GS18 */
export function classifyGoogleRefusal(_status: number, body: unknown): ProviderFailure | undefined {
  const parsed = v.safeParse(refusalSchema, body);
  if (!parsed.success) return undefined;
  const { status, details, errors } = parsed.output.error;
  const reasonsGiven = new Set([status, ...[...details, ...errors].map((one) => one.reason)]);
  return meanings.find(([, reasons]) => reasons.some((one) => reasonsGiven.has(one)))?.[0];
}
