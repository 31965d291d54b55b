import type { MemberReader } from '../input/member-reader.ts';
import type { SpokenContent } from './message.ts';

/** @spec MS12 */
export function readLocation(reader: MemberReader): SpokenContent {
  const latitude = reader.numeric('latitude', { min: -90, max: 90 });
  const longitude = reader.numeric('longitude', { min: -180, max: 180 });
  return { type: 'location', data: { latitude, longitude } };
}
