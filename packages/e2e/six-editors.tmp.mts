import { createServer, request, Agent } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fork } from 'node:child_process';
import { rmSync } from 'node:fs';
const kind = process.argv[2] ?? 'real';
const N = 20000;
function real(n, short) { const nodes = { hidden: { id: 'hidden', path: 'hidden', template: 'hidden', params: {} } }; const connections = {};
  for (let i = 0; i < n; i++) { const id = i === 0 ? 'welcome' : 'b' + i; nodes[id] = { id, path: id, template: i % 2 ? 'chat' : 'var_text', params: short ? {} : { text: 'Hello there, how are you @{name} ' + i, destination: 'f' + i, version: 3 } };
    if (!short && i < n - 1) { const t = 'b' + (i + 1); const c = id + '.$success--' + t; connections[c] = { id: c, type: '$success', sourcePath: id, targetPath: t }; } }
  return { nodes, connections }; }
const diagram = kind === 'broken' ? real(N, true) : kind === 'params' ? (() => { const d = real(3); d.nodes.b1.params = Object.fromEntries(Array.from({ length: 380000 }, (_, i) => ['p' + i, i])); return d; })() : real(16500);
const body = JSON.stringify({ diagram });
function send(port, method, path, token, payload) { return new Promise((resolve, reject) => { const at = performance.now(); const r = request({ port, method, path, headers: { authorization: 'Token ' + token, ...(payload && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload), prefer: 'return=minimal' }) } }, (res) => { let n = 0; const parts = []; res.on('data', (c) => { n += c.length; if (n < 5000) parts.push(c); }); res.on('end', () => resolve({ status: res.statusCode, ms: performance.now() - at, body: Buffer.concat(parts).toString() })); }); r.on('error', reject); r.end(payload); }); }
if (process.send && process.argv[3]) {
  const [port, bots] = JSON.parse(process.argv[3]);
  let done = false; const pings = [];
  const quiet = []; for (let i = 0; i < 30; i++) { quiet.push((await send(port, 'GET', '/v0-alpha/bots?page_size=1', 'token-of-globex-0001')).ms); }
  const pinger = (async () => { while (!done) { pings.push((await send(port, 'GET', '/v0-alpha/bots?page_size=1', 'token-of-globex-0001')).ms); await new Promise((r) => setTimeout(r, 5)); } })();
  process.send('start');
  const rounds = await Promise.all(bots.map(async (id) => { const out = []; for (let k = 0; k < 2; k++) { const a = await send(port, 'PUT', `/v0-alpha/bots/${id}/draft`, 'token-of-acme-0001', body); out.push([a.status, Math.round(a.ms)]); } return out; }));
  done = true; await pinger;
  process.send({ rounds, quietMax: Math.max(...quiet), pingMax: Math.max(...pings), pings: pings.length });
} else {
  const { createEngine } = await import('@botwright/core'); const { createBotsApi } = await import('@botwright/http'); const { sqliteStorage } = await import('@botwright/storage-sqlite'); const { nodeListener } = await import('@botwright/http-node'); const { brands } = await import('./test/http/callers.ts');
  rmSync('/tmp/six.db', { force: true }); rmSync('/tmp/six.db-wal', { force: true }); rmSync('/tmp/six.db-shm', { force: true });
  const storage = sqliteStorage({ file: '/tmp/six.db' }); const engine = createEngine({ storage }); await engine.configure(brands);
  const api = createBotsApi({ engine, publicUrl: 'http://x.test/v0-alpha', rateLimit: 0, maxBodyBytes: 20e6, onFault: (e) => console.error(e) });
  const server = createServer(nodeListener(api)); await new Promise((r) => server.listen(0, r));
  const port = server.address().port; const caller = engine.as({ brand: 'acme', person: 7, workspaces: [1], permissions: ['view_bots', 'edit_bots'] });
  const bots = []; for (let i = 0; i < 6; i++) bots.push((await caller.bots.create({ name: 'b' + i, channelFamily: 'native' })).id);
  const child = fork(process.argv[1], [kind, JSON.stringify([port, bots])], { execArgv: process.execArgv });
  const h = monitorEventLoopDelay({ resolution: 2 }); let t0;
  child.on('message', (m) => { if (m === 'start') { h.enable(); t0 = performance.now(); } else { h.disable(); console.log(kind, (body.length / 1e6).toFixed(1) + ' MB', 'longest loop delay', (h.max / 1e6).toFixed(0), 'ms; other brand max', m.pingMax.toFixed(0), 'quiet max', m.quietMax.toFixed(0), 'pings', m.pings, 'total', Math.round(performance.now() - t0), JSON.stringify(m.rounds)); server.close(); process.exit(0); } });
}
