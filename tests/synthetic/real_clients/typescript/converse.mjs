// Holds conversations with agents as an application does that is built on the official client, and
// tells what the client had after each run. Takes JSON on stdin, gives JSON on stdout:
//   {client, conversations: [{url, threadId, state?, tools?, turns: [turn]}]}
//   -> [[what was had after each turn]]
// What nobody in the client's code caught, and would end a process, is among what was had.
// A turn is {say: text}, {answer: {content, error?}} to every pending call, {resume: [entry]} to the
// interrupts in their order, or {} for a run with nothing new.

import { readFileSync } from "node:fs";

const LONGEST_RUN_MS = 60_000;
for (const level of ["debug", "info", "log", "warn", "error"]) console[level] = () => {};

const unhandled = [];
for (const kind of ["uncaughtException", "unhandledRejection"]) {
  process.on(kind, (error) => unhandled.push(String(error?.message ?? error)));
}

const { client, conversations } = JSON.parse(readFileSync(0, "utf8"));
const { HttpAgent } = await import(client);
const told = [];
for (const conversation of conversations) told.push(await hold(conversation));
process.stdout.write(JSON.stringify(told), () => process.exit(0));

async function hold({ url, threadId, state, tools, turns }) {
  const agent = new HttpAgent({ url, threadId, initialState: state ?? {} });
  const had = [];
  let pending = [];
  for (const [index, turn] of turns.entries()) {
    const number = index + 1;
    if (turn.say !== undefined) {
      agent.addMessage({ id: `u-${number}`, role: "user", content: turn.say });
    }
    for (const id of turn.answer ? pending : []) {
      agent.addMessage({ id: `a-${id}`, role: "tool", toolCallId: id, ...turn.answer });
    }
    const resume = turn.resume?.map((entry, at) => ({
      interruptId: agent.pendingInterrupts[at].id,
      ...entry,
    }));
    had.push(await run(agent, { runId: `r-${number}`, tools, resume }));
    pending = had.at(-1).pendingToolCallIds ?? [];
  }
  return had;
}

async function run(agent, parameters) {
  const had = { events: [], error: null, runError: null, outcome: null };
  const watch = {
    onEvent: ({ event }) => void had.events.push(event.type),
    onRunErrorEvent: ({ event }) => void (had.runError = event.message),
    onRunFinishedEvent: ({ outcome, pendingToolCallIds }) =>
      void Object.assign(had, { outcome, pendingToolCallIds }),
  };
  try {
    const { result } = await inTime(agent.runAgent(parameters, watch));
    had.result = result ?? null;
  } catch (error) {
    had.error = String(error?.message ?? error);
  }
  await new Promise(setImmediate);
  const uncaught = unhandled.splice(0);
  return structuredClone({ ...had, uncaught, messages: agent.messages, state: agent.state });
}

function inTime(promise) {
  const late = new Promise((_, reject) =>
    setTimeout(() => reject(new Error("the run did not end")), LONGEST_RUN_MS).unref(),
  );
  return Promise.race([promise, late]);
}
