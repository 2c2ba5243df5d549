// The rows of games, as Python texts: in the browser's database, or in memory where the browser does not allow it.

const NAME = `noughts ${new URL('..', import.meta.url).pathname}`; // a host can have several sites
const STORE = 'games';

/** @typedef {{ id: string, version: number, row: string }} Row */

/** Open the rows. */
export async function openRows() {
  try {
    return new KeptRows(await opened());
  } catch {
    return new MemoryRows();
  }
}

/** @returns {Promise<IDBDatabase>} */
function opened() {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: 'id' });
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = opening.onblocked = () => reject(opening.error);
  });
}

class KeptRows {
  isKept = true;
  #database;

  /** @param {IDBDatabase} database */
  constructor(database) {
    this.#database = database;
    database.onversionchange = () => database.close();
  }

  /** @param {string} id @returns {Promise<string | undefined>} */
  get(id) {
    return this.#run('readonly', async (store) => (await done(store.get(id)))?.row);
  }

  /** @returns {Promise<string[]>} */
  all() {
    return this.#run('readonly', async (store) =>
      (await done(store.getAll())).map((/** @type {Row} */ { row }) => row),
    );
  }

  /** @param {string} text a JSON list of [id, expected version, new version, row] @returns {Promise<boolean>} */
  put(text) {
    return this.#run('readwrite', async (store) => {
      const rows = JSON.parse(text);
      for (const [id, expected] of rows) {
        if (((await done(store.get(id)))?.version ?? 0) !== expected) return false;
      }
      for (const [id, , version, row] of rows) store.put({ id, version, row });
      return true;
    });
  }

  /** @param {string} id @returns {Promise<void>} */
  remove(id) {
    return this.#run('readwrite', async (store) => void store.delete(id));
  }

  /**
   * Run a function in a transaction, and return its result when the transaction is complete.
   * @template T
   * @param {IDBTransactionMode} mode
   * @param {(store: IDBObjectStore) => Promise<T>} work
   * @returns {Promise<T>}
   */
  async #run(mode, work) {
    try {
      return await this.#transact(mode, work);
    } catch (error) {
      if (error.name !== 'InvalidStateError') throw error;
      this.#database = await opened(); // the browser has closed it
      return this.#transact(mode, work);
    }
  }

  /**
   * @template T
   * @param {IDBTransactionMode} mode
   * @param {(store: IDBObjectStore) => Promise<T>} work
   * @returns {Promise<T>}
   */
  #transact(mode, work) {
    return new Promise((resolve, reject) => {
      const transaction = this.#database.transaction(STORE, mode, { durability: 'strict' });
      const result = work(transaction.objectStore(STORE));
      result.catch(reject);
      transaction.oncomplete = () => resolve(result);
      transaction.onabort = () => reject(transaction.error);
    });
  }
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

class MemoryRows {
  isKept = false;
  /** @type {Map<string, { version: number, row: string }>} */
  #rows = new Map();

  /** @param {string} id */
  async get(id) {
    return this.#rows.get(id)?.row;
  }

  async all() {
    return [...this.#rows.values()].map(({ row }) => row);
  }

  /** @param {string} text */
  async put(text) {
    const rows = JSON.parse(text);
    for (const [id, expected] of rows) if ((this.#rows.get(id)?.version ?? 0) !== expected) return false;
    for (const [id, , version, row] of rows) this.#rows.set(id, { version, row });
    return true;
  }

  /** @param {string} id */
  async remove(id) {
    this.#rows.delete(id);
  }
}
