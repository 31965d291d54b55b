/** Texts about rules and lints, by code. A test writes them from the pages of the rules. */
export const rulePages: Readonly<
  Record<string, { readonly title: string; readonly what: string; readonly why: string; readonly mend: string; readonly fix?: string }>
> = {
  "account_unknown": {
    "title": "An account is not connected",
    "what": "The `auth_id` of a `spreadsheets` or `scheduler` block names no connected account of that kind.",
    "why": "The block cannot reach the spreadsheet or the calendar: it fails for every visitor. It stops a test deployment; publication is allowed, because an account may be connected afterwards.",
    "mend": "Connect the account, or write the id of one that is connected."
  },
  "model_unknown": {
    "title": "The service does not have a language model",
    "what": "The `model` of a block names no language model that the service has.",
    "why": "The block is left by `$failed` for every visitor. It stops a test deployment; publication is allowed, because the service may get the model afterwards.",
    "mend": "Choose a model that the service has, or give it one of this name."
  },
  "date_format_mismatch": {
    "title": "The calendar writes dates that are not accepted",
    "what": "The calendar of an `ask_date` writes the day that was picked as `pickerFormat` says, and no entry of `format` accepts that. Left out, `format` is `[\"%Y/%m/%d\"]`.",
    "why": "Whoever picks a day from the calendar is asked for it again.",
    "mend": "Add the form that the hint names to `format`, or choose another `pickerFormat`."
  },
  "exit_taken": {
    "title": "Two ways out have one id",
    "what": "Two `exits` of a question have one id, or an exit has the id of a button, a choice or a card of the same block.",
    "why": "Both are one output or one press, so conversations cannot tell them apart.",
    "mend": "Remove one of the exits, or give the button another id."
  },
  "keyword_taken": {
    "title": "One word chooses two entries",
    "what": "A word of an entry of `buttons`, `choices` or `cards` is a word of an earlier entry too, whatever its case and the space around it; or a text of `keywords` with the `match` `is` belongs to two entries, also of two blocks.",
    "why": "A visitor who types the word always gets the first of the two.",
    "mend": "Remove the word from one of the entries."
  },
  "block_not_on_channel_family": {
    "title": "A block does not run on this channel",
    "what": "The block runs on some channel families, and that of the bot is not among them. Of the shipped blocks that is `code`, which runs on `native` alone.",
    "why": "On its channel the block cannot do its work, so the conversation stops there.",
    "mend": "Do it with another block, for instance a `webhook`; or check the bot as one of the right family, with `--family` or in its file."
  },
  "connection_id_mismatch": {
    "title": "The id of a connection does not say its ends",
    "what": "The key and the `id` of a connection are `<sourcePath>.<type>--<targetPath>`. Here one of them is something else.",
    "why": "Edits, differences and editors name a connection by the id that its ends make. One with another id is not found by it, and says something else than it does.",
    "mend": "Name key and id after the ends. Ends that were changed by hand are the usual cause.",
    "fix": "names it after its ends, unless another connection has that name"
  },
  "connection_malformed": {
    "title": "An entry of connections is not a connection",
    "what": "A connection is an object with the strings `id`, `type` (the output), `sourcePath` and `targetPath` (two blocks).",
    "why": "Such an entry connects nothing: a conversation that should follow it ends.",
    "mend": "Write the member that is named, or remove the entry."
  },
  "connection_source_unknown": {
    "title": "A connection leaves a block that is not there",
    "what": "The `sourcePath` of a connection is not a key of `nodes`.",
    "why": "Nobody comes this way. Usually the block was deleted or renamed and the connection stayed; after a renaming the way through the bot is broken.",
    "mend": "Name the block that the connection should leave, in `sourcePath` and in its id, or remove it.",
    "fix": "removes the connection"
  },
  "connection_target_unknown": {
    "title": "A connection leads to a block that is not there",
    "what": "The `targetPath` of a connection is not a key of `nodes`.",
    "why": "A conversation that comes this way ends with the error `node_unknown`, in front of the visitor.",
    "mend": "Name the block that should follow, in `targetPath` and in the id of the connection; or remove the connection, and decide what follows instead.",
    "fix": "removes the connection"
  },
  "endless_loop": {
    "title": "Blocks run in a circle without waiting",
    "what": "A path of connections leads from a block back to itself, and no block on it waits for the visitor. Each group of such blocks is reported once, at its first block.",
    "why": "Such a bot would talk without end. It is stopped after 500 blocks with an error, and everything that it said until then has reached the visitor.",
    "mend": "Put a question into the circle, or remove one of its connections. `scheduler`, and a question with `skipIfSet`, may go on at once, so they do not count as waiting."
  },
  "field_name_reserved": {
    "title": "An answer is saved under a name of the customer record",
    "what": "Every customer has `id`, `channel_id`, `agent_id` and other keys of its own. An answer or value is saved under one of them. `name`, `email` and `phone` may be used: an answer saved there becomes that of the customer. `#last` and `#transcript` are texts of the conversation, and no Field either.",
    "why": "Texts that read the name get what the customer record has there, never the answer.",
    "mend": "Choose another name, and write it where the answer is read, too."
  },
  "formula_malformed": {
    "title": "A formula cannot be compiled",
    "what": "The expression of a `formulas` block, or the formula of a condition, is no CEL (Common Expression Language); or it has more than 2,000 characters, 1,000 parts or 64 brackets within brackets, or makes a message of a type.",
    "why": "The block is left by `$failed` for every visitor; the condition never holds.",
    "mend": "Correct the expression at the place that the message names. Fields are read by their names, without `@{}`."
  },
  "greeting_not_allowed": {
    "title": "This block cannot greet",
    "what": "The block in the greeting slot is of a kind that cannot be the first of a conversation. These can: `ask_question`, `ask_number`, `ask_phone`, `ask_url`, `ask_date`, `ask_yes_no`, `buttons`, `opening`, and blocks of the host that say so. A `quiet` question cannot.",
    "why": "On a native channel a conversation opens with the greeting, which is to be answered. A block that asks nothing is nothing to answer.",
    "mend": "Let one of those blocks greet, and put this one behind it."
  },
  "greeting_version": {
    "title": "The greeting has another version",
    "what": "The param `version` of the block in the greeting slot is missing or is not 3. The default does not fill in here.",
    "why": "The version says how params are read. On native channels greetings of version 3 alone are supported, and a greeting is what every visitor sees.",
    "mend": "Write `\"version\": 3` into the params of the greeting.",
    "fix": "writes the version"
  },
  "linked_bot_unknown": {
    "title": "A block jumps to a bot that is not there",
    "what": "The `bot` of a `bot_link` is the number of no active bot of the brand.",
    "why": "The conversation ends at the jump. The other bot was deleted, or the file comes from another brand.",
    "mend": "Write the number of a bot that is there."
  },
  "linked_bot_unpublished": {
    "title": "A block jumps to a bot that was never published",
    "what": "The `bot` of a `bot_link` is the number of an active bot, and that bot has no published version.",
    "why": "There is nothing to jump to before the other bot is published. It stops a test deployment; publication is allowed, because two bots may link to each other.",
    "mend": "Publish the other bot, or jump to one that is published."
  },
  "linked_node_unknown": {
    "title": "A block jumps to a block that is not there",
    "what": "The `node` of a `bot_link` is the id of no block of the bot that it jumps to, or of one that says `isTarget: false`.",
    "why": "The conversation ends at the jump with the error `node_unknown`. The block was deleted or got another id.",
    "mend": "Write the id of a block that is there, or remove `node` to begin at the greeting."
  },
  "keywords_too_many": {
    "title": "A bot has more than ten blocks of keywords",
    "what": "This block `keywords` comes after the tenth one of the bot, in diagram order.",
    "why": "Each message of a visitor is compared with all words of the bot; those of further blocks are never heard.",
    "mend": "Write its words into another block: one block has up to 50 entries."
  },
  "node_key_mismatch": {
    "title": "The id of a block is not its key",
    "what": "Each block is stored in `nodes` under its `id`. Here the key and the id differ.",
    "why": "Connections find blocks by their key; editors, recorded conversations and links from other bots name them by their id. With two names one of them leads nowhere.",
    "mend": "Make `id` and key the same. If you rename the key, rename it in the connections, too."
  },
  "node_malformed": {
    "title": "An entry of nodes is not a block",
    "what": "A block is an object with the strings `id` and `template` and the object `params`. Where they are there, `path` and `name` are strings, `top` and `left` numbers, and `isTarget` is a boolean.",
    "why": "A conversation that comes to such an entry ends with an error. No other rule looks into it, so it may hide more.",
    "mend": "Correct the member that is named. A number or boolean in quotes is the usual cause."
  },
  "node_path_mismatch": {
    "title": "The path of a block is not its id",
    "what": "A block that says a `path` says its own `id` there. It may be left out.",
    "why": "Programs that read the path would find another block, or none. It is usually left over from a copied block.",
    "mend": "Write the id as `path`, or leave `path` out.",
    "fix": "writes the id"
  },
  "output_connected_twice": {
    "title": "Two connections leave by the same output",
    "what": "An output leads to one block. A second connection leaves by the same output; each after the first is reported.",
    "why": "A conversation follows the first one in the order of the file. The others are dead, and which one is the first changes when the file is written anew.",
    "mend": "Remove the ones that are not meant. To choose between two ways, put a `conditions` block between."
  },
  "output_unknown": {
    "title": "A connection leaves by an output that the block does not have",
    "what": "The `type` of a connection is not an output of the block that it leaves. Most blocks have `$success`; `yes_no` has `$yes` and `$no`, `conditions` has `true` and `false`, and `buttons` has one for each button: `$` and its id.",
    "why": "The block is never left this way, so the answer that the author meant leads nowhere.",
    "mend": "Write one of the outputs that the message lists. After a button is renamed, its connection has the old id."
  },
  "param_required": {
    "title": "A param is missing",
    "what": "The block needs this param, and it has no default. The same code is given for a member that an entry of a list lacks, such as the `id` of a button.",
    "why": "The block cannot do its work: a question with no text asks nothing, a `webhook` with no address fails.",
    "mend": "Add the param. A name that is written differently is found by `unknown-param`, which says what was meant."
  },
  "param_type": {
    "title": "A param has the wrong type",
    "what": "The value is not of the type in the catalog: a number in quotes, a single value where a list belongs, `null`. Entries of lists and their members are checked, too.",
    "why": "The block reads such a value as if it were not there, or fails.",
    "mend": "Write a value of the type that the message names. Leave the param out rather than writing `null`."
  },
  "param_non_empty": {
    "title": "A param is empty",
    "what": "The value is blank, an empty list or object, or `null`, where the block needs something.",
    "why": "The visitor is asked nothing, and does not know that the bot waits for an answer.",
    "mend": "Write what belongs there, or delete the block."
  },
  "param_enum": {
    "title": "A param has none of its values",
    "what": "The param takes one of a few values, and this is none of them. Upper and lower case count.",
    "why": "The block does not know what to do. Where the param decides which other params and outputs there are, as the `action` of `spreadsheets`, nothing else of the block can be checked.",
    "mend": "Write one of the values that the message lists."
  },
  "param_pattern": {
    "title": "A param does not have its form",
    "what": "The text does not match the pattern of the param. Of the shipped blocks only names of Fields have one: they contain no curly brackets. The same code is given for the `path` of a `webhook`, which is a JSON pointer.",
    "why": "No text could read such a Field as `@{name}`.",
    "mend": "Write the text in the form that the message gives."
  },
  "param_min_length": {
    "title": "A text is too short",
    "what": "The text has fewer characters than the block allows, counted in Unicode code points.",
    "why": "The author of the block has said that it cannot work with less.",
    "mend": "Write a longer text."
  },
  "param_max_length": {
    "title": "A text is too long",
    "what": "The text has more characters than the block allows, counted in Unicode code points.",
    "why": "It would be cut, or refused by the system that it is sent to.",
    "mend": "Write a shorter text."
  },
  "param_min": {
    "title": "A number is too low",
    "what": "The number is below the least one that is allowed. `minChars` and `maxChars` of `ask_question` begin at 0; columns of a `spreadsheets` at 1.",
    "why": "The bound that the author meant does not hold.",
    "mend": "Write a number that is allowed."
  },
  "param_max": {
    "title": "A number is too high",
    "what": "The number is above the greatest one that is allowed.",
    "why": "The author of the block has said that it cannot work with more.",
    "mend": "Write a number that is allowed."
  },
  "param_min_items": {
    "title": "A list is too short",
    "what": "The list has too few entries: `buttons` has one at least, and so have the `conditions` of a `conditions` block and the `outputs` of an `ai_agent`.",
    "why": "A question with no button cannot be answered, and ends the conversation with an error. A `conditions` block with no condition always goes on by `false`.",
    "mend": "Add an entry, or delete the block."
  },
  "param_max_items": {
    "title": "A list is too long",
    "what": "The list has too many entries: `buttons` has 20 at most, other lists 1,000.",
    "why": "Channels do not show that many buttons, and nobody reads them.",
    "mend": "Ask in two steps: first for the region, then for the shop."
  },
  "start_connection": {
    "title": "Nobody greets the visitor",
    "what": "The greeting slot has no block: that is the id `welcome` on `native` and `bot_start` on every other channel family. Or a connection leads from the start point to another block than that one.",
    "why": "Conversations begin at the greeting slot. Where it is empty they begin wherever a connection from the start point leads, or end at once with an error.",
    "mend": "Give the block that greets the id of the slot, and correct its connections. A connection from `hidden` is not needed: remove one that leads elsewhere."
  },
  "start_point": {
    "title": "The start point is missing",
    "what": "Every diagram has one node with the id `hidden` and the template `hidden`. It is missing here, or has another template.",
    "why": "Editors draw the beginning of the conversation from this node, and block-level writes rely on it. A block of another kind in its place would never be run as that kind.",
    "mend": "Add the node. Where another block took its id, give that block an id of its own and correct its connections."
  },
  "target_not_allowed": {
    "title": "A connection leads to a block that takes none",
    "what": "A block with `\"isTarget\": false` is not to be reached by connections, and one ends there.",
    "why": "The author of the block, or the editor, has said that nothing leads there; following the connection would run it out of its place.",
    "mend": "Lead the connection elsewhere, or remove `isTarget` where the block may be reached after all."
  },
  "dead-end": {
    "title": "Nothing follows a block",
    "what": "A block has outputs, and none of them is connected. `send_text` and `send_media` may end a conversation, and blocks with no outputs, such as `close_chat`, always do.",
    "why": "The visitor answers a question and hears nothing again.",
    "mend": "Connect what follows. If the conversation is to end here, end it with a `send_text` or `close_chat`."
  },
  "duplicate-button-label": {
    "title": "Two buttons have the same label, id or name",
    "what": "In a list that makes outputs or choices, such as `buttons`, an entry has the label of an earlier one, whatever its case and the space around it; or the same id. The label of the exit `skipped` is one of its answers. Two tools, or two routes between which a model chooses, have the same name.",
    "why": "A visitor who types the label gets the first of the two. Buttons with one id share one output, so both lead to the same block. A label that skips is never an answer, and a model cannot tell two names apart.",
    "mend": "Give each entry a label and an id of its own."
  },
  "phrase-in-two-routes": {
    "title": "Two routes have the same phrase",
    "what": "A route has a phrase with the words of a phrase of an earlier route of the block, whatever their case, their accents and the signs between them.",
    "why": "A visitor who writes the phrase is led by the first of the two: the second one does nothing.",
    "mend": "Remove the phrase from the route that does not mean it."
  },
  "empty-bot": {
    "title": "The bot has no block",
    "what": "The diagram has the start point and nothing else.",
    "why": "Nothing can be said to a visitor. In a repository it is probably a file that was created and never filled.",
    "mend": "Add a greeting and what follows it, or remove the file."
  },
  "field-read-before-set": {
    "title": "A Field is read that may have no value yet",
    "what": "A text has `@{name}`, and some way leads there that does not set the Field, or no block sets it at all. A condition that the Field is set proves that it is.",
    "why": "The visitor reads a text with a hole: \"Hello !\".",
    "mend": "Set the Field on every way, correct its name, or ask with `conditions` whether it is set. Fields that another system sets are named by `knownFields` of the library call."
  },
  "format-not-shown": {
    "title": "A date is asked for without its form",
    "what": "The text of an `ask_date` shows neither the form in which a date is accepted, such as `dd/mm/yyyy`, nor an example of it, and there is no calendar to pick from. Or a `format` has no directive, such as `%d`.",
    "why": "A visitor who writes the date in another way is asked again, and cannot know why. No date fits a format without directives.",
    "mend": "Write the form or an example into the text, or set `showDatePicker`; write the format with directives."
  },
  "markup-not-shown": {
    "title": "A plain text has markup",
    "what": "A text has a pair of `**` or a link `[label](address)`, but the `format` of its block is not `markdown`.",
    "why": "Visitors read the asterisks and the brackets.",
    "mend": "Set `format` to `markdown`, or write the text without markup."
  },
  "link-address": {
    "title": "A link has no address that can be opened",
    "what": "A link in a text of `format` `markdown` has an address that is not one of `http`, `https`, `mailto` or `tel`. An address that is one Field and nothing else is not checked.",
    "why": "Visitors read the link as it is written and cannot open it.",
    "mend": "Write the whole address, with `https://`."
  },
  "link-disagrees": {
    "title": "A jump says two different bots",
    "what": "Beside the `bot` of a `bot_link`, the `bot_number` that a service wrote is the number of another bot.",
    "why": "The conversation goes to `bot`. The members beside it say which bot somebody chose: one of the two was changed by hand, or comes from another server.",
    "mend": "Correct `bot`, or remove `bot_number`, `bot_name` and `bot_channel_family`."
  },
  "case-never-reached": {
    "title": "Two cases have the same conditions",
    "what": "A case of a `switch` has the conditions of a case before it, in the same order.",
    "why": "The first case whose conditions hold is taken: no conversation leaves by the later one.",
    "mend": "Correct the conditions of one of the two, or remove the later case."
  },
  "open-address-from-visitor": {
    "title": "A visitor decides which site is opened",
    "what": "The scheme or the host of the address of an `open_url` comes from a Field that a question fills.",
    "why": "The bot offers any site under its own name. A Field can also be filled from outside, such as by a link to the chat.",
    "mend": "Write the host into the address, and put Fields into its path or query only."
  },
  "may-be-empty": {
    "title": "A question may have nothing to offer",
    "what": "A `buttons`, `ask_choices` or `ask_card` takes its choices from a list, or every entry of it has a condition `show`.",
    "why": "For a visitor for whom there is no choice, the conversation ends with the error `param_unusable`.",
    "mend": "Give the block the exit `none`, which is taken then, or leave one entry without `show`."
  },
  "exit-never-taken": {
    "title": "An exit is never taken",
    "what": "A question that accepts any text has the exit `invalid`, or a question that always offers something has the exit `none`.",
    "why": "The blocks behind the exit are never reached, though the diagram looks as if they were.",
    "mend": "Remove the exit and its connection, or bound the answer: `ask_question` has `minChars` and `maxChars`."
  },
  "fallback-not-written": {
    "title": "A fallback is never written",
    "what": "An exit of a question has a `fallback`, and the question has no `destination`; or the fallback is `null`, which no Field holds.",
    "why": "After the exit the Field has no value, or an old one.",
    "mend": "Name the Field in `destination`, give another value, or remove the fallback."
  },
  "long-wait-in-chat": {
    "title": "A long wait reads no messages",
    "what": "A `wait` of more than 25 seconds has no exit `interrupted`.",
    "why": "The visitor writes, and hears nothing until the wait is over.",
    "mend": "Add `{\"id\": \"interrupted\"}` to `exits`, and connect the output `$interrupted`."
  },
  "delay-sum": {
    "title": "Short waits become a long silence",
    "what": "On a path, blocks `wait` of 25 seconds at most take more than 20 seconds together, and the bot says nothing between them.",
    "why": "The visitor sees nothing new for so long, and leaves.",
    "mend": "Shorten the waits, or say something between them. A block outside the catalog and `ai_agent` may say something, so the sum begins anew after them; so it does after a wait of more than 25 seconds, which is a follow-up."
  },
  "min-above-max": {
    "title": "The lower bound is above the upper one",
    "what": "Of the bounds of an answer, `min` and `max` or `minChars` and `maxChars`, the lower one is above the upper one.",
    "why": "No answer is accepted: the visitor is asked the same question for ever.",
    "mend": "Swap the bounds, or correct the one that is wrong."
  },
  "call-never-returns": {
    "title": "A call never comes back",
    "what": "A `bot_link` with the mode `call` goes to a part of the bot in which no block goes back and each output leads on.",
    "why": "The output `$success` of the call is never taken: the blocks after it are not reached by it.",
    "mend": "End the part with `go_back`, or leave its last output without a connection; or jump instead of calling."
  },
  "go-back-without-call": {
    "title": "A block goes back, and nothing called it",
    "what": "No call within the bot leads to a `go_back`, and neither does a block to which other bots jump. Where other bots call this one from its beginning, turn the lint off.",
    "why": "Without a call the conversation ends at `go_back`.",
    "mend": "Call the part that ends with `go_back` by a `bot_link` with the mode `call`, or remove `go_back`."
  },
  "overlapping-blocks": {
    "title": "Two blocks lie on each other",
    "what": "A block has exactly the position of an earlier one: the same `top` and `left`.",
    "why": "On the canvas one hides the other, and whoever edits the bot next may never see it. It is usually a copied block.",
    "mend": "Move one of them. Blocks without a position are laid out by the editor."
  },
  "silent-question": {
    "title": "A question is never said",
    "what": "A question is `quiet`, and a path leads to it on which nothing was said since the visitor last wrote.",
    "why": "The bot waits for an answer, and the visitor does not know that it asked anything.",
    "mend": "Say the question in a block before it on every path, such as `send_text`, or give it a `text` and remove `quiet`. A block outside the catalog and `ai_agent` may say something, so nothing is reported after them."
  },
  "keyword-hides-answer": {
    "title": "A keyword takes an answer",
    "what": "A text of `keywords` that counts anytime is also the label, the number or a word of a choice, “yes” or “no”, or a rating.",
    "why": "Keywords are compared first: a visitor who types the answer does not give it, but comes to the keyword.",
    "mend": "Choose another text, or let the words count only while no conversation is under way (`\"active\": \"idle\"`)."
  },
  "text-in-arithmetic": {
    "title": "A formula computes with a text",
    "what": "A formula computes with a Field as a number, or compares it with one, and every block that sets the Field saves a text.",
    "why": "CEL computes with numbers alone: the block is left by `$failed`, or the condition fails, even when the visitor wrote digits.",
    "mend": "Ask with `ask_number`, or convert: `double(guests)`."
  },
  "email-address-malformed": {
    "title": "A recipient is not an email address",
    "what": "A recipient or the reply address of a `send_email` is not an email address. One with a Field in it is not checked.",
    "why": "The block sends nothing and is left by `$failed`, for every visitor.",
    "mend": "Write the address alone, such as `sales@example.com`, without a name around it. Commas separate addresses."
  },
  "email-to-visitor": {
    "title": "A visitor chooses who gets a mail",
    "what": "A recipient of a `send_email` is a Field that a question of the bot fills. This lint is `off` unless it is configured.",
    "why": "Anybody can make the service write to a stranger, once in each conversation. That is intended for a copy to the visitor, and a mistake in a bot that writes to a team.",
    "mend": "Write to an address of your own, and put the address of the visitor into `replyTo`."
  },
  "instructions-with-visitor-text": {
    "title": "A visitor writes into the instructions of a model",
    "what": "The `instructions` of a `language_model` insert a Field that a question of the bot fills.",
    "why": "A model takes instructions for orders of the author. A visitor who answers “Forget the rules above” gives such orders, too.",
    "mend": "Insert the Field into `input`, which the model reads as words of the visitor."
  },
  "late-reference": {
    "title": "The last text, or the conversation, is empty here",
    "what": "`@{#last}` is the last text of the visitor, and `@{#transcript}` the conversation. They have a text in the `input` of a `language_model`, in `subject` and `text` of a `send_email`, in the `body` of a `webhook`, and in `code`. Elsewhere they are empty.",
    "why": "The visitor reads a text with a gap.",
    "mend": "Save the answer in a Field where it is asked for, and insert that Field."
  },
  "tier-required": {
    "title": "A block needs a higher plan",
    "what": "The block is not part of the plan that was given. `formulas` and `human_takeover` need `professional`; `ai_agent`, `conditions`, `webhook`, `code`, `spreadsheets`, `scheduler` and `switch` need `starter`.",
    "why": "A brand with this plan cannot use the bot as it is.",
    "mend": "Do without the block, or give the plan that the brand has."
  },
  "ask-file-without-store": {
    "title": "A file is asked for where none can be uploaded",
    "what": "The block asks for a file, and the engine of the host has no `files`, the store of uploaded files.",
    "why": "The page tells visitors that files cannot be sent from it. Few have the address of their file.",
    "mend": "Give the engine a store of files, such as `diskFileStore()`, or ask for an address with `ask_url`."
  },
  "unconnected-output": {
    "title": "An output is not connected",
    "what": "Some outputs of a block are connected, and this one is not.",
    "why": "A visitor who takes it gets no answer: the conversation ends there.",
    "mend": "Connect the output, if only to a `close_chat` with a last word."
  },
  "unknown-param": {
    "title": "Nothing reads this param",
    "what": "No variant of the block has a param of this name. Usually it is a typo, or a param of another block.",
    "why": "The param that was meant has its default: a date is asked for in another form, a bound is not checked, an answer is not saved.",
    "mend": "Write the name that the hint gives, or remove the param."
  },
  "unknown-template": {
    "title": "No block has this template",
    "what": "No block of the catalog has this template. A diagram stores the template of a block, `var_text`, where documentation and block-level writes say its name, `ask_question`: that is the usual cause; a typo is the other. Blocks of your own are known with `catalog` of the library call.",
    "why": "Nothing of the block is checked, and a conversation that comes to it ends with an error. Publication accepts it, because a host may know blocks that the rules do not.",
    "mend": "Write the template of a block of the catalog, such as the one that the hint names.",
    "fix": "writes the template where the name of a block stands in its place"
  },
  "unreachable-block": {
    "title": "No way leads to a block",
    "what": "No path of connections leads from the greeting to this block. Blocks that other bots jump to are reached, if `entryBlocks` of the library call names them.",
    "why": "No visitor ever sees it. Usually a connection is missing, or the block should have been deleted.",
    "mend": "Connect it, or delete it with its connections."
  },
  "unused-field": {
    "title": "Nothing reads a Field",
    "what": "A block saves an answer or value in a Field that no block reads. Fields that something outside the bot reads are named by `knownFields` of the library call.",
    "why": "The visitor is asked for something that is used nowhere; or a text reads it under another name, and shows nothing.",
    "mend": "Read it as `@{name}`, correct the name, or remove the question. If another system reads it, switch the lint off for this bot or name the Field."
  },
  "url-malformed": {
    "title": "An address is not a web address",
    "what": "The address of a `webhook`, a `send_media`, an `open_url`, a `scheduler` or a card of an `ask_card` is not an absolute address of `http` or `https`. An address that is one Field and nothing else is not checked.",
    "why": "The webhook fails for every visitor, or the picture is not shown.",
    "mend": "Write the whole address, with `https://`."
  }
};
