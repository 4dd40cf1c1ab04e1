// The page's side of the page protocol: a few HTTP calls and one stream of events per person.

export class ApiError extends Error {}

/** Which tab this is: a person may have several open, and a form opens in that where it was asked for. */
export const TAB = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

async function request(method, path, body) {
  const options = { method, headers: { "X-Tab": TAB } };
  if (body !== undefined) {
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new ApiError("The playground does not answer. It may be restarting.");
  }
  const data = await response.json().catch(() => ({}));
  if (!response.ok || data.error) throw new ApiError(data.error || `The playground answered ${response.status}.`);
  return data;
}

const query = (path, params) => `${path}?${new URLSearchParams(params)}`;

export const api = {
  people: () => request("GET", "/page/people"),
  addPerson: (name) => request("POST", "/page/people", { name }),
  world: (as) => request("GET", query("/page/world", { as })),
  messages: (as, channel, before) =>
    request("GET", query("/page/messages", { as, channel, limit: 50, ...(before ? { before } : {}) })),
  post: (what, body) => request("POST", `/page/${what}`, body),
};

const FIRST_WAIT = 400;
const LONGEST_WAIT = 4000;

/** A stream of one person's events that reconnects by itself until it is closed. */
export class Events {
  /** `on` has event(type, data), open(again) and lost(). */
  constructor(as, on) {
    this.as = as;
    this.on = on;
    this.wait = FIRST_WAIT;
    this.opened = false;
    this.closed = false;
    /** Settles with the first connection, or after a while without one. */
    this.ready = new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
    });
    setTimeout(
      () => this.settle.reject(new ApiError("The playground does not answer. It may be restarting.")),
      LONGEST_WAIT,
    );
    this.ready.catch(() => {});
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${query("/page/events", { as: this.as })}`);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      const again = this.opened;
      this.opened = true;
      this.settle.resolve();
      this.on.open?.(again);
    };
    socket.onmessage = (frame) => {
      const { t, d } = JSON.parse(frame.data);
      if (!this.closed) this.on.event(t, d);
    };
    socket.onclose = () => this.retry();
  }

  retry() {
    if (this.closed) return;
    this.on.lost?.();
    this.timer = setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 1.6, LONGEST_WAIT);
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket.close();
  }
}
