import type { TestDeploymentReader, TestDeploymentStore } from '@botwright/core/ports';
import type { BrandConnection, Sync, Transaction } from './access.ts';

const findTestDeploymentSql =
  'SELECT id, revision, deployed_at, deployed_by, diagram_json FROM test_deployments WHERE brand = ? AND bot_id = ?';

interface TestDeploymentRow {
  readonly id: string;
  readonly revision: number;
  readonly deployed_at: number;
  readonly deployed_by: number;
  readonly diagram_json: string;
}

export function testDeploymentReader({ connection, brand }: BrandConnection): Sync<TestDeploymentReader> {
  return {
    find: (botId) => {
      const row = connection.get<TestDeploymentRow>(findTestDeploymentSql, brand, botId);
      if (row === undefined) return undefined;
      return {
        id: row.id,
        botId,
        revision: row.revision,
        diagramJson: row.diagram_json,
        deployedAt: row.deployed_at,
        deployedBy: row.deployed_by,
      };
    },
  };
}

export function testDeploymentStore(transaction: Transaction): Sync<TestDeploymentStore> {
  const { connection, brand } = transaction;
  return {
    ...testDeploymentReader(transaction),
    put: (deployment) => {
      connection.run(
        'INSERT OR REPLACE INTO test_deployments (brand, bot_id, id, revision, deployed_at, deployed_by, ' +
          'diagram_json) VALUES (?, ?, ?, ?, ?, ?, ?)',
        brand,
        deployment.botId,
        deployment.id,
        deployment.revision,
        deployment.deployedAt,
        deployment.deployedBy,
        deployment.diagramJson,
      );
    },
  };
}
