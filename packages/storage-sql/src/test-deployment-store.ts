import type { TestDeploymentReader, TestDeploymentStore } from '@botwright/core/ports';
import { hasBot, noBot } from './belonging.ts';
import { get, type RunQuery, run as write } from './query.ts';
import { statement } from './statement.ts';
import { requireWritten, type Transaction } from './transaction.ts';
import { insertInto } from './writing.ts';

const columns = ['id', 'revision', 'deployed_at', 'deployed_by', 'diagram_json'] as const;

const findDeployment = statement<{ readonly brand: string; readonly botId: string }>()(
  ({ builder }, { brand, botId }) =>
    builder.selectFrom('test_deployments').select(columns).where('brand', '=', brand).where('bot_id', '=', botId),
);

const putDeployment = insertInto('test_deployments', ['brand', 'bot_id', ...columns], {
  where: hasBot,
  replaces: ['brand', 'bot_id'],
});

export function testDeploymentReader(brand: string, run: RunQuery): TestDeploymentReader {
  return {
    find: (botId) =>
      run(function* () {
        const row = yield* get(findDeployment, { brand, botId });
        if (row === undefined) return undefined;
        const { id, revision, deployed_at: deployedAt, deployed_by: deployedBy, diagram_json: diagramJson } = row;
        return { id, botId, revision, diagramJson, deployedAt, deployedBy };
      }),
  };
}

export function testDeploymentStore({ brand, run }: Transaction): TestDeploymentStore {
  return {
    ...testDeploymentReader(brand, run),
    put: ({ id, botId, revision, deployedAt, deployedBy, diagramJson }) =>
      run(function* () {
        const deployed = { deployed_at: deployedAt, deployed_by: deployedBy, diagram_json: diagramJson };
        requireWritten(yield* write(putDeployment, { brand, bot_id: botId, id, revision, ...deployed }), noBot);
      }),
  };
}
