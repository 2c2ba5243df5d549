// A picture of a board as PNG, which this script draws from the server's SVG picture.

import { complain, findAll, on, whenShown } from './part.js';

const WIDTH = 1080; // pixels

/** Draw a picture as PNG. @param {string} url */
async function drawn(url) {
  const svg = await (await fetch(url)).text();
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = Math.round((WIDTH * image.height) / image.width);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  /** @type {Blob | null} */
  const picture = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!picture) throw new Error('There is no picture.');
  return new File([picture], 'board.png', { type: 'image/png' });
}

on('click', '[data-png]', async (button) => {
  try {
    const file = await drawn(button.dataset.png ?? '');
    if (button.dataset.sends === undefined) save(file);
    else await navigator.share({ files: [file] });
  } catch (error) {
    if (error.name !== 'AbortError') complain('The picture could not be drawn. Save it as SVG instead.'); // else: the person closed the share sheet
  }
});

/** @param {File} file */
function save(file) {
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(file), download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

const sharesFiles = navigator.canShare?.({ files: [new File([], 'board.png', { type: 'image/png' })] }) ?? false;
whenShown(() => {
  for (const button of findAll('[data-png]')) button.hidden = button.dataset.sends !== undefined && !sharesFiles;
});
