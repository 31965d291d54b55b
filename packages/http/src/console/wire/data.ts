import { type ApiResponse, jsonResponse } from '../../response/response.ts';

/** @spec CO2 */
export function dataResponse(status: number, data: unknown, more: object = {}): ApiResponse {
  return jsonResponse(status, JSON.stringify({ data, ...more }));
}
