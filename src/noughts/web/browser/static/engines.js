// The workers with engines. The first worker starts when it is needed, and further workers start while others are busy.

const MOST = 2;

/** An engine in a worker of its own. */
class Engine {
  #worker = new Worker(new URL('engine.js', import.meta.url), { type: 'module' });
  /** @type {string} */
  line = ''; // of the task that it does, or empty
  isOver = false;
  /** @type {(answer: string) => void} */
  #answered = () => {};

  constructor() {
    this.#worker.addEventListener('error', () => this.end());
  }

  /**
   * @param {string} line
   * @param {() => void} begin called when the engine has started and begins the task
   * @param {(step: string) => void} show
   * @returns {Promise<string>}
   */
  ask(line, begin, show) {
    this.line = line;
    return new Promise((resolve) => {
      this.#answered = resolve;
      this.#worker.onmessage = ({ data }) => {
        if ('begun' in data) return begin();
        if ('step' in data) return show(data.step);
        this.line = '';
        resolve(data.answer);
      };
      this.#worker.postMessage(line);
    });
  }

  end() {
    this.isOver = true;
    this.#worker.onmessage = null;
    this.#worker.terminate();
    this.#answered('');
  }
}

export class Engines {
  /** @type {Set<Engine>} */
  #engines = new Set();
  /** @type {Map<string, () => void>} */
  #waiting = new Map(); // the tasks that wait for an engine

  /** Start an engine, so that the first task need not wait for it. */
  prepare() {
    if (!this.#engines.size) this.#engines.add(new Engine());
  }

  /**
   * Give a task to an engine.
   * @param {string} line the task
   * @param {any} begin a Python function, called when an engine begins the task
   * @param {any} show a Python function that receives the results so far
   * @returns {Promise<string>} the answer, which is empty if the engine died
   */
  async ask(line, begin, show) {
    const [begun, shown] = [begin.copy(), show.copy()]; // Python's own end with this call
    try {
      let engine = this.#free();
      while (!engine) {
        const turn = Promise.withResolvers();
        this.#waiting.set(line, () => turn.resolve(this.#waiting.delete(line)));
        if (!(await turn.promise)) return '';
        engine = this.#free();
      }
      const answer = await engine.ask(line, begun, shown);
      if (!answer) engine.end();
      return answer;
    } finally {
      begun.destroy();
      shown.destroy();
      this.#waiting.values().next().value?.();
    }
  }

  /** End the engine that works on a task, and start another engine at once. @param {string} line */
  stop(line) {
    const next = this.#waiting.get(line);
    this.#waiting.delete(line);
    next?.();
    const engine = [...this.#engines].find((one) => one.line === line);
    if (!engine) return;
    engine.end();
    this.#engines.delete(engine);
    this.#engines.add(new Engine());
  }

  /** Return an idle engine, or undefined if all engines are busy. */
  #free() {
    for (const engine of this.#engines) if (engine.isOver) this.#engines.delete(engine);
    const idle = [...this.#engines].find((engine) => !engine.line);
    if (idle || this.#engines.size === MOST) return idle;
    const engine = new Engine();
    this.#engines.add(engine);
    return engine;
  }
}
