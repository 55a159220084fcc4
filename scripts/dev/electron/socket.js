// Runs in the page before anything else: a WebSocket through app://, because the window has no network.
window.WebSocket = class extends EventTarget {
  OPEN = 1;
  readyState = 0;

  constructor(address) {
    super();
    void this.#follow(new URL(address).search);
  }

  async #follow(search) {
    try {
      const { body } = await fetch(`/dev-socket${search}`);
      let rest = '';
      for await (const text of body.pipeThrough(new TextDecoderStream())) {
        const lines = (rest + text).split('\n');
        rest = lines.pop();
        for (const data of lines) this.#receive(data);
      }
    } finally {
      this.readyState = 3;
      this.dispatchEvent(new Event('close'));
    }
  }

  // the server greets first: then it is open
  #receive(data) {
    if (this.readyState === 0) {
      this.readyState = 1;
      this.dispatchEvent(new Event('open'));
    }
    this.dispatchEvent(new MessageEvent('message', { data }));
  }

  send(body) {
    void fetch('/dev-socket', { method: 'POST', body });
  }

  close() {
    this.readyState = 3;
  }
};
