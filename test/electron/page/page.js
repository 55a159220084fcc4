// The page that the host's tests show: what it tries, it tries from inside the window.
window.events = [];
window.computeDesk.subscribe((name, payload) => window.events.push({ name, payload }));

const add = (tag, properties) =>
  new Promise((resolve, reject) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.onload = resolve;
    element.onerror = reject;
    document.body.append(element);
  });

const outcome = (promise) =>
  promise.then(
    () => 'done',
    () => 'refused',
  );

window.probe = {
  /** What there is beside the web's own. */
  world() {
    const names = ['require', 'process', 'module', 'Buffer', 'ipcRenderer', 'electron'];
    return {
      present: names.filter((name) => window[name] !== undefined),
      bridge: Object.keys(window.computeDesk).sort(),
      host: window.computeDesk.host,
    };
  },

  /** Tries to reach a server in every way a page has. */
  async connections(url) {
    const socket = new Promise((resolve, reject) => {
      const opened = new WebSocket(url.replace('http', 'ws'));
      opened.onopen = resolve;
      opened.onerror = reject;
    });
    return {
      fetch: await outcome(fetch(url)),
      socket: await outcome(socket),
      image: await outcome(add('img', { src: `${url}/image.png` })),
      script: await outcome(add('script', { src: `${url}/script.js` })),
    };
  },

  inline() {
    const script = document.createElement('script');
    try {
      script.append(document.createTextNode('window.ranInline = true'));
    } catch (error) {
      // refused already as it is written
      if (!(error instanceof TypeError)) throw error;
    }
    document.body.append(script);
    return window.ranInline === true;
  },

  evaluation() {
    return new Promise((resolve) => {
      // A string handed to a timer is code; the policy's report says that it was refused.
      document.addEventListener('securitypolicyviolation', (event) =>
        resolve(event.violatedDirective),
      );
      try {
        setTimeout('document.body.dataset.evaluated = "true"', 0);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
      }
    });
  },

  async permissions() {
    const names = ['geolocation', 'camera', 'microphone', 'notifications', 'clipboard-read'];
    const states = names.map(async (name) => [
      name,
      (await navigator.permissions.query({ name })).state,
    ]);
    return {
      ...Object.fromEntries(await Promise.all(states)),
      media: await outcome(navigator.mediaDevices.getUserMedia({ audio: true })),
    };
  },
};

document.body.dataset.ready = 'true';
