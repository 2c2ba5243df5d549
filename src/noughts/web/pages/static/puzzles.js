// The Puzzles page: the day where the reader lives, and the clock of a sprint.

import { find, isLoading, load, minutes, need, whenShown } from './part.js';

const DAY = 86_400_000; // milliseconds
let timer = 0;

/** Show the puzzle of the reader's day, which can be another one than where the server runs. @param {string} shown */
function showToday(shown) {
  const now = new Date();
  const today = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
  const away = Math.abs(Date.parse(today) - Date.parse(shown));
  if (!away) need('h1').textContent = 'Today’s puzzle';
  else if (away === DAY && !location.search) setTimeout(() => load(`puzzles?day=${today}`, { history: 'replace' }));
}

/** Count down, and then ask for the result. @param {HTMLElement} clock */
function run(clock) {
  const end = performance.now() + Number(clock.dataset.clock) * 1000;
  function tick() {
    if (!clock.isConnected) return;
    const left = end - performance.now();
    clock.textContent = minutes(left);
    clock.classList.toggle('late', left <= 10_000);
    if (left > 0 || isLoading()) timer = setTimeout(tick, 250);
    else load(location.href, { history: 'keep' });
  }
  tick();
}

whenShown(({ dataset }) => {
  clearTimeout(timer);
  if (dataset.day) showToday(dataset.day);
  const clock = find('[data-clock]');
  if (clock) run(clock);
});
