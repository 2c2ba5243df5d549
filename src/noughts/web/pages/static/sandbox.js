// The frames in which students' programs run. A worker asks for them, because only a page can open a frame.

/** @type {Map<number, HTMLIFrameElement>} */
const frames = new Map();

/**
 * Open and close frames for a worker. A frame has no origin of its own, no storage and no network, see `sandbox.html`.
 * @param {Worker} worker
 */
export function openFrames(worker) {
  worker.addEventListener('message', ({ data, ports }) => {
    const { open, close, html } = data.frame ?? {};
    if (close) {
      frames.get(close)?.remove();
      frames.delete(close);
    }
    if (open) {
      const frame = document.createElement('iframe');
      frame.setAttribute('sandbox', 'allow-scripts');
      frame.srcdoc = html;
      frame.hidden = true;
      frame.addEventListener('load', () => frame.contentWindow?.postMessage('', '*', [...ports]), { once: true });
      frames.set(open, frame);
      document.body.append(frame);
    }
  });
}
