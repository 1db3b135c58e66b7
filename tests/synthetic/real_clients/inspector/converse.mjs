// Holds conversations on the page of agui-inspector, in a browser, and tells what the page shows.
// Takes JSON on stdin, gives JSON on stdout:
//   {browser, page, conversations: [{path, turns: [{say}]}]} -> [{conversation, state, issues}]

import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const CLOSED_WORLD = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const asked = JSON.parse(readFileSync(0, "utf8"));
const browser = await chromium.launch({ executablePath: asked.browser, args: CLOSED_WORLD });
const told = [];
for (const conversation of asked.conversations) told.push(await hold(conversation));
await browser.close();
process.stdout.write(JSON.stringify(told), () => process.exit(0));

async function hold({ path, turns }) {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  page.setDefaultTimeout(60_000);
  await page.goto(asked.page);
  await page.getByRole("textbox", { name: "Endpoint URL" }).fill(path);
  const use = page.getByRole("button", { name: "Use endpoint" });
  if (await use.isEnabled()) await use.click();
  for (const [index, { say }] of turns.entries()) {
    await page.getByRole("textbox", { name: "Message" }).fill(say);
    await page.getByRole("button", { name: "Send message" }).click();
    await page.getByRole("button", { name: /^POST .* 200 / }).nth(index).waitFor();
    await page.getByRole("button", { name: "Stop", disabled: true }).waitFor();
  }
  const shown = await read(page);
  await page.close();
  return shown;
}

async function read(page) {
  const conversation = await page.getByRole("region", { name: "Conversation" }).innerText();
  const issues = await page.getByRole("region", { name: "Inspection" }).innerText();
  await page.getByRole("button", { name: "State", exact: true }).click();
  const state = await page.getByRole("region", { name: "Current state" }).innerText();
  return { conversation, issues, state: JSON.parse(state) };
}
