import type { Bot } from '@botwright/client';
import type { JsonValue } from '@botwright/core/conversation';
import type { Scenario } from '@botwright/testing';
import { writeYaml } from './scenario-yaml.ts';

/** Saves a conversation as a file of scenarios, which `botwright test` runs. */
export function saveScenario(bot: Pick<Bot, 'name' | 'channel_family'>, scenario: Scenario): void {
  const name = fileName(bot.name);
  const file = { bot: `${name}.json`, channel_family: bot.channel_family, scenarios: [scenario] };
  const url = URL.createObjectURL(new Blob([writeYaml(file as unknown as JsonValue)], { type: 'application/yaml' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}.scenarios.yaml`;
  link.click();
  URL.revokeObjectURL(url);
}

function fileName(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return plain === '' ? 'bot' : plain;
}
