// Programs in sandboxes, for a worker that grades them. Its page opens the frames, see `openFrames` in `sandbox.js`.

/** @typedef {{ line?: string, seconds?: number, ended?: string }} Heard */

let opened = 0; // the number of frames

/** The files that a sandbox needs. */
export class Sandboxes {
  /**
   * @param {Record<string, ArrayBuffer>} files of Python and noughts
   * @param {string} html of the frame
   * @param {string} worker the text of its worker
   */
  constructor(files, html, worker) {
    this.files = files;
    this.html = html;
    this.worker = worker;
  }

  /**
   * Open a frame for a program. Its worker starts with the first question.
   * @param {[string, Uint8Array][]} program the files that it can read
   */
  open(program) {
    return new Program(this, program);
  }
}

/** A program in a frame of its own. */
class Program {
  #port;
  #number = (opened += 1);
  #run = 0; // the number of its worker
  /** @type {Heard[]} */
  #heard = [];
  #wake = () => {};

  /**
   * @param {Sandboxes} sandboxes
   * @param {[string, Uint8Array][]} program
   */
  constructor({ files, html, worker }, program) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data: { run, heard = [], ended } }) => {
      if (run !== this.#run) return; // it is about an earlier worker
      for (const [line, seconds] of heard) this.#heard.push({ line, seconds });
      if (ended !== undefined) this.#heard.push({ ended });
      this.#wake();
    };
    port1.postMessage({ setup: { files, worker, program } });
    postMessage({ frame: { open: this.#number, html } }, { transfer: [port2] });
  }

  /**
   * Send lines to the program. Return its next lines, or how it ended, which is an empty string if it was late.
   * @param {string} text the lines, without a line end after the last one
   * @param {number} seconds for each line
   * @param {boolean} fresh whether to begin with a new worker
   * @returns {Promise<Heard[]>}
   */
  async ask(text, seconds, fresh) {
    const lines = text ? text.split('\n') : [];
    if (fresh) this.#run += 1;
    if (fresh) this.#heard = [];
    if (fresh || lines.length) this.#port.postMessage({ lines, seconds, fresh: fresh ? this.#run : 0 });
    if (!this.#heard.length) await new Promise((resolve) => (this.#wake = () => resolve(undefined)));
    return this.#heard.splice(0);
  }

  /** End the program, and remove its frame. */
  close() {
    postMessage({ frame: { close: this.#number } });
    this.#port.close();
    this.#heard = [{ ended: 'it was closed' }];
    this.#wake();
  }
}
