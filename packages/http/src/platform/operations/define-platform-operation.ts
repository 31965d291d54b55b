import { type DefineOperation, operationDefiner } from '../../exchange/token-api/token-operation.ts';
import type { PlatformHandles } from '../platform-api-options.ts';

export const definePlatformOperation: DefineOperation<PlatformHandles> = operationDefiner();

/** The number that a path names; one that it does not spell is that of nothing. @spec PL8 */
export function numberIn(segment: string): number {
  return /^(0|-?[1-9]\d{0,15})$/.test(segment) ? Number(segment) : Number.NaN;
}
