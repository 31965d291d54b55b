/** The prompts, whose texts are the same for all bots. */
export const prompts = [
  {
    name: 'build a bot',
    title: 'Build a bot',
    description: 'Build a bot from a description.',
    text:
      'Build a bot. Ask me what it is for, if I have not said. If I name no bot, make an empty one by import_bot with a ' +
      'name and a family. Look at list_block_kinds, and read the bot with read_bot. Make a change set of blocks by their kinds and of connections by their exits, try it with ' +
      'edit_bot and dry_run, and write it when check_bot would find no error. Then talk to the draft, and write a test ' +
      'for each way through it with write_test.',
  },
  {
    name: 'mend the problems',
    title: 'Mend the problems',
    description: 'Mend the findings of a bot.',
    text:
      'Mend the problems of the bot that I name. Call check_bot. Use fix_bot for findings with "fix". For the others ' +
      'read the block at the pointer with read_blocks, follow the hint, and write it with edit_bot, with dry_run first. ' +
      'End when check_bot finds no error, and run_tests passes.',
  },
  {
    name: 'write tests for uncovered exits',
    title: 'Write tests for uncovered exits',
    description: 'Write scenarios for the exits that no test takes.',
    text:
      'Write tests for the bot that I name. Call run_tests, and for each missed exit find out with talk which messages ' +
      'lead there. Store the conversation as a scenario with write_test. Give answers of effects in the scenario: ' +
      'nothing outside is called. End when run_tests passes and misses no exit that a visitor can take.',
  },
] as const;
