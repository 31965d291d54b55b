import { describe, expect, it } from 'vitest';
import { operatorPathOf } from './operator-paths.ts';

describe('operatorPathOf', () => {
  const ask = (url: string, remoteAddress: string, headers = {}, publicMetrics = false): string | undefined =>
    operatorPathOf({ url, headers, socket: { remoteAddress } }, { publicMetrics });

  it.for([
    ['/metrics', '127.0.0.1', {}, 'metrics'],
    ['/metrics?a=1', '::1', {}, 'metrics'],
    ['/metrics', '::ffff:127.0.0.1', {}, 'metrics'],
    ['/metrics', '10.0.0.8', {}, undefined],
    ['/metrics', '::ffff:10.0.0.8', {}, undefined],
    ['/metrics', '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, undefined],
    ['/metrics', '127.0.0.1', { forwarded: 'for=127.0.0.1' }, undefined],
    ['/metricsx', '127.0.0.1', {}, undefined],
  ] as const)('[SV16] %s from %s, %j: %s', ([url, address, headers, path]) => {
    expect(ask(url, address, headers)).toBe(path);
  });

  it('[SV16] answers every caller when switched on', () => {
    expect(ask('/metrics', '10.0.0.8', {}, true)).toBe('metrics');
  });

  it.for([
    ['/healthz', 'healthz'],
    ['/healthz?probe', 'healthz'],
    ['/healthz/', undefined],
    ['/v0-alpha/bots', undefined],
  ] as const)('[SV15] %s from anywhere: %s', ([url, path]) => {
    expect(ask(url, '10.0.0.8')).toBe(path);
  });
});
