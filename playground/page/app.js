// The page: who one is, which channel is open, and the wiring between the world and its views.

import { Events, TAB, api } from "./api.js";
import { ChannelHead, memberPanel } from "./channelhead.js";
import { Composer } from "./composer.js";
import { fill, h, isNarrow } from "./dom.js";
import { MessageList } from "./messages.js";
import { openModal } from "./modal.js";
import { watch } from "./people.js";
import { closePopover, hideNotice, notice } from "./popover.js";
import { Sidebar } from "./sidebar.js";
import { isDm, isThread, store } from "./store.js";
import "./theme.js";

const LAST_PERSON = "playground.person";
const lastChannelKey = () => `playground.channel.${store.me?.username}`;

const sidebar = new Sidebar({ open: openChannel, be });
const head = new ChannelHead({ open: openChannel, drawer: () => drawer(true), members: toggleMembers, be });
const messages = new MessageList();
const composer = new Composer();
const members = h("aside", { class: "members", "aria-label": "Members", hidden: true, "data-testid": "members" });
const offline = h("div", { class: "offline", role: "status", hidden: true, "data-testid": "offline" });
const main = h(
  "main",
  { class: "chat", "aria-label": "Chat" },
  head.element,
  offline,
  messages.element,
  composer.element,
);
const shade = h("div", { class: "drawer-shade", onclick: () => drawer(false) });

let events = null;
let current = null;
let lost = false;
let turns = 0;

// ---- people

/** Finds a person by id or by name, as ?as= gives it. */
function find(people, wanted) {
  const name = (wanted || "").toLowerCase();
  return people.find(
    (p) => p.id === wanted || p.username.toLowerCase() === name || (p.global_name || "").toLowerCase() === name,
  );
}

/** Becomes a person: loads what they know and follows their events. */
async function be(person, { quiet = false } = {}) {
  closePopover(false);
  const turn = ++turns;
  // The stream is opened before the world is fetched, and kept back until that is shown: nothing falls between.
  const held = [];
  const stream = new Events(person.id, { event: (t, d) => held.push([t, d]), lost: () => {} });
  let world;
  try {
    await stream.ready;
    world = await api.world(person.id);
  } catch (error) {
    stream.close();
    if (!store.me) throw error;
    return void notice(error.message);
  }
  if (turn !== turns) return void stream.close(); // somebody else was chosen meanwhile
  events?.close();
  events = stream;
  document.body.removeAttribute("data-connected");
  localStorage.setItem(LAST_PERSON, person.username);
  const url = new URL(location.href);
  url.searchParams.set("as", person.username);
  if (!quiet) history.pushState(null, "", url);
  else history.replaceState(null, "", url);
  load(world);
  await openChannel(firstChannel(), { replace: true });
  if (events !== stream) return;
  follow(held);
  watchOthers();
}

/** Applies what was held back, and from now on every event as it comes. */
function follow(held) {
  for (const [type, data] of held) store.apply(type, data);
  events.on = { event: (t, d) => store.apply(t, d), open: reopened, lost: connectionLost };
  document.body.dataset.connected = "yes"; // for tests, which may push an event from now on
}

function load(world) {
  store.load(world);
  sidebar.settings.dmsOpen = world.me.dms_open ?? world.dms_open ?? true;
}

function watchOthers() {
  watch.set(store.people.filter((p) => p.id !== store.me.id).map((p) => p.id));
}

// ---- channels

function firstChannel() {
  const fromHash = location.hash.slice(1);
  const last = localStorage.getItem(lastChannelKey());
  const known = [fromHash, last].find((id) => id && store.channel(id));
  return known || store.guilds.flatMap((g) => sidebar.textChannels(g))[0]?.id || store.dms[0]?.id;
}

async function openChannel(id, { replace = false, keepDrawer = false } = {}) {
  const channel = store.channel(id);
  if (!channel) {
    if (id) notice("You cannot see that channel, or it was deleted.");
    return;
  }
  current = channel;
  localStorage.setItem(lastChannelKey(), id);
  localStorage.setItem(`${lastChannelKey()}.${store.guildOf(channel)?.id || "home"}`, id);
  const url = new URL(location.href);
  url.hash = id;
  if (url.href !== location.href) history[replace ? "replaceState" : "pushState"](null, "", url);
  if (!keepDrawer) drawer(false);
  sidebar.select(channel);
  head.draw(channel);
  composer.open(channel);
  drawMembers();
  title();
  await messages.open(channel);
}

function title() {
  const mentions = Object.values(store.unread).reduce((n, u) => n + u.mentions, 0);
  const name = current
    ? `${isDm(current) ? "@" : isThread(current) ? "" : "#"}${store.channelName(current)}`
    : "Playground";
  document.title = `${mentions ? `(${mentions}) ` : ""}${name} | ${store.me ? store.nameOf(store.me) : "Playground"}`;
}

sidebar.last = (place) => localStorage.getItem(`${lastChannelKey()}.${place}`);

// ---- the frame

function drawer(open) {
  document.body.classList.toggle("drawer-open", open);
  const narrow = isNarrow();
  sidebar.element.inert = narrow && !open;
  main.inert = narrow && open;
  if (narrow && open) sidebar.element.querySelector(".channel.current, .channel")?.focus();
  else if (narrow && !open && sidebar.element.contains(document.activeElement))
    head.element.querySelector(".drawer-button")?.focus();
  if (!open) messages.markRead();
}

function toggleMembers() {
  members.hidden = !members.hidden;
  localStorage.setItem("playground.members", members.hidden ? "" : "yes");
  drawMembers();
}

function drawMembers() {
  const guild = store.guildOf(current);
  members.classList.toggle("none", !guild);
  if (!members.hidden) fill(members, memberPanel(guild));
}

function drawOffline() {
  const name = store.bot ? store.nameOf(store.bot) : "The bot";
  offline.hidden = !store.botGone || !store.me;
  fill(
    offline,
    store.bot ? `${name} is not connected. Commands and buttons wait until it is back.` : "No bot is connected yet.",
  );
}

// ---- events

async function connectionLost() {
  lost = true;
  document.body.removeAttribute("data-connected");
  notice("The connection was lost. Reconnecting…", { seconds: 0 });
  const people = await api.people().catch(() => null);
  if (!people || people.some((p) => p.id === store.me.id)) return;
  // A new world on the same address: the same names are other people there.
  events.close();
  await be(find(people, store.me.username) || people[0], { quiet: true });
  connectedAgain();
}

function connectedAgain() {
  if (lost) notice("Connected again.", { kind: "good", seconds: 3 });
  lost = false;
}

/** After the server was gone it may have restarted: everything is fetched anew. */
async function reopened(again) {
  if (!again) return;
  const here = current;
  const held = [];
  events.on.event = (t, d) => held.push([t, d]);
  try {
    load(await api.world(store.me.id));
    const channel = store.channel(here?.id);
    if (channel) {
      current = channel;
      sidebar.select(channel);
      head.draw(channel);
      composer.open(channel);
      composer.channel = channel;
      await messages.open(channel, { refetch: true });
    } else await openChannel(firstChannel(), { replace: true });
    follow(held);
    watchOthers();
    connectedAgain();
  } catch {
    events.socket.close(); // gone again: the next connection tries anew
  }
}

store.on("event", ({ type, data }) => {
  if (type === "MODAL") {
    // The same person's other tabs hear of it too: the form is for that where it was pressed.
    if (!data.tab || data.tab === TAB) openModal(data, { guild: store.guildOf(current), channel: current });
  } else if (type === "INTERACTION_FAILED") failed(data);
  else if (type === "CHANNEL_UPDATE" || type === "CHANNEL_CREATE") refreshSoon();
  else if ((type === "CHANNEL_DELETE" || type === "THREAD_DELETE") && data.id === current?.id) gone();
});

let refreshTimer = 0;

/** What one may do in a channel comes with the world, not with the event that tells of the change. */
function refreshSoon() {
  clearTimeout(refreshTimer);
  refreshTimer = setTimeout(async () => {
    const world = await api.world(store.me.id).catch(() => null);
    if (!world || world.me.id !== store.me.id) return;
    store.refresh(world);
    current = store.channel(current?.id);
    if (!current) return void openChannel(firstChannel(), { replace: true });
    sidebar.select(current);
    head.draw(current);
    composer.channel = current;
    composer.draw();
  }, 150);
}

/** A command that the bot did not answer: Discord says so in the channel, to this person only. */
function failed(data) {
  if (data.message) return;
  const channel = data.channel || data.channel_id || current?.id;
  const last = store.messages.get(channel)?.at(-1)?.id || channel;
  store.on_MESSAGE_CREATE({
    id: String(BigInt(last) + 1n),
    channel_id: channel,
    type: 0,
    flags: 64,
    local: true,
    author: store.bot || { id: "0", username: "App", bot: true },
    content: "The application did not respond",
    timestamp: new Date().toISOString(),
    mentions: [],
    components: [],
    embeds: [],
    attachments: [],
  });
}

function gone() {
  notice("This channel was deleted.", { kind: "info" });
  const parent = current.parent_id && store.channel(current.parent_id);
  openChannel(parent?.id || firstChannel(), { replace: true });
}

store.on("channels", (channel) => {
  if (!current) return;
  if (channel?.id === current.id) composer.draw();
  // A thread that was made from a message shows as a card below it.
  const parent = channel && isThread(channel) && store.message(channel.parent_id, channel.id);
  if (parent) store.emit("message", Object.assign(parent, { thread: channel }));
});
store.on("unread", title);
store.on("bot", () => {
  drawOffline();
  drawMembers();
});
store.on("world", drawOffline);

// ---- keys, clicks and gestures

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-open-channel], [data-open-command]");
  if (!link) return;
  if (link.dataset.openChannel) openChannel(link.dataset.openChannel);
  else composer.useCommand(link.dataset.openCommand);
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && document.body.classList.contains("drawer-open")) drawer(false);
  else if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector("dialog[open]"))
    messages.toEnd();
  if (!event.altKey || event.ctrlKey || event.metaKey) return;
  const person = /^Digit[1-9]$/.test(event.code) && store.people[Number(event.code.slice(5)) - 1];
  if (person) {
    event.preventDefault();
    if (person.id !== store.me.id) be(person);
  } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
    event.preventDefault();
    neighbour(event.key === "ArrowDown" ? 1 : -1);
  }
});

function neighbour(step) {
  const rows = [...sidebar.list.querySelectorAll("[data-channel-id]")].map((n) => n.dataset.channelId);
  const next = rows[(rows.indexOf(current?.id) + step + rows.length) % rows.length];
  if (next) openChannel(next);
}

let swipe = null;
document.addEventListener(
  "touchstart",
  (event) => {
    const touch = event.touches[0];
    const inDialog = document.querySelector("dialog[open], .popover");
    swipe = event.touches.length === 1 && !inDialog ? { x: touch.clientX, y: touch.clientY } : null;
  },
  { passive: true },
);
document.addEventListener(
  "touchend",
  (event) => {
    if (!swipe || !isNarrow()) return;
    const touch = event.changedTouches[0];
    const [dx, dy] = [touch.clientX - swipe.x, touch.clientY - swipe.y];
    const sideways = Math.abs(dx) > 70 && Math.abs(dx) > 2 * Math.abs(dy);
    if (sideways && dx > 0 && swipe.x < 80) drawer(true);
    else if (sideways && dx < 0) drawer(false);
  },
  { passive: true },
);

window.addEventListener("popstate", async () => {
  const wanted = new URLSearchParams(location.search).get("as");
  const person = find(store.people, wanted);
  if (person && person.id !== store.me?.id) await be(person, { quiet: true });
  else openChannel(location.hash.slice(1), { replace: true });
});
window.addEventListener("resize", () => drawer(document.body.classList.contains("drawer-open") && isNarrow()));

// ---- start

async function start() {
  document.getElementById("app").replaceChildren(sidebar.element, shade, main, members);
  members.hidden = !localStorage.getItem("playground.members") || isNarrow();
  drawer(false);
  for (;;) {
    try {
      const people = await api.people();
      const wanted = new URLSearchParams(location.search).get("as");
      const person = find(people, wanted) || find(people, localStorage.getItem(LAST_PERSON)) || people[0];
      if (wanted && !find(people, wanted)) notice(`Nobody here is called ${wanted}.`);
      await be(person, { quiet: true });
      if (lost) hideNotice();
      return;
    } catch (error) {
      lost = true;
      notice(error.message, { seconds: 0 });
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
}

start();
