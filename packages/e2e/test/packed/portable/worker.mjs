import { smoke } from './smoke.mjs';

// biome-ignore lint/style/noDefaultExport: workerd calls it.
export default {
  /** @param {unknown} _controller @param {{ RECEIVER: string }} env */
  async test(_controller, env) {
    await smoke(env.RECEIVER);
  },
};
