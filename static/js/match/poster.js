// The result as a picture to share: what the poster shows, which hides nothing and has no secret in it, drawn in the
// page's own letters and direction.

import { all } from "../dom.js";

const WIDTH = 1200;
const HEIGHT = 630;
const TABLE = { x: 270, y: 112, width: 660, height: 371 };
const NAME = "clash-of-decks.png";

/** @param {string} token */
function colour(token) {
  return getComputedStyle(document.documentElement).getPropertyValue(token).trim();
}

/** @param {"--font-display" | "--font-text"} family @param {number} size */
function font(family, size) {
  return `700 ${size}px ${colour(family)}`;
}

/** @param {string} source @returns {Promise<HTMLImageElement>} */
async function picture(source) {
  const image = new Image();
  image.src = source;
  await image.decode();
  return image;
}

/**
 * Write a text around a middle, in as many lines as it takes.
 *
 * @param {CanvasRenderingContext2D} pen
 * @param {string} text
 * @param {{x: number, y: number, width: number, line: number}} place
 */
function write(pen, text, { x, y, width, line }) {
  let row = "";
  let at = y;
  for (const word of text.split(/\s+/)) {
    const longer = row ? `${row} ${word}` : word;
    if (row && pen.measureText(longer).width > width) {
      pen.fillText(row, x, at, width);
      at += line;
      row = word;
    } else row = longer;
  }
  pen.fillText(row, x, at, width);
}

/**
 * A player's name, and what is left of their fortress.
 *
 * @param {CanvasRenderingContext2D} pen
 * @param {HTMLElement} words
 * @param {number} x the middle of its column
 */
function player(pen, words, x) {
  const [name, fortress] = all("bdi, small", words);
  pen.fillStyle = colour("--parchment");
  pen.font = font("--font-text", 32);
  write(pen, name?.innerText ?? "", { x, y: 270, width: 230, line: 36 });
  pen.fillStyle = colour("--brass-light");
  pen.font = font("--font-display", 34);
  write(pen, fortress?.innerText ?? "", { x, y: 400, width: 230, line: 38 });
}

/** @param {HTMLElement} poster @param {string} site */
async function draw(poster, site) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("This browser draws no pictures.");
  pen.fillStyle = colour("--grey-18");
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.strokeStyle = colour("--brass");
  pen.lineWidth = 10;
  pen.strokeRect(5, 5, WIDTH - 10, HEIGHT - 10);
  pen.textAlign = "center";
  pen.direction = document.dir === "rtl" ? "rtl" : "ltr";
  pen.fillStyle = colour("--brass-light");
  pen.font = font("--font-display", 58);
  write(pen, document.getElementById("result-title")?.innerText ?? "", { x: WIDTH / 2, y: 88, width: 1080, line: 60 });
  const [table] = all("#poster-picture", poster);
  if (table instanceof HTMLImageElement) {
    const { x, y, width, height } = TABLE;
    pen.drawImage(await picture(table.src), x, y, width, height);
    pen.lineWidth = 4;
    pen.strokeRect(x, y, width, height);
  }
  for (const [index, words] of all(".poster-player", poster).entries()) player(pen, words, index ? WIDTH - 135 : 135);
  pen.fillStyle = colour("--parchment");
  pen.font = font("--font-text", 28);
  const blow = document.getElementById("poster-blow")?.innerText ?? "";
  write(pen, blow, { x: WIDTH / 2, y: 530, width: 1060, line: 34 });
  pen.fillStyle = colour("--brass-light");
  pen.font = font("--font-display", 26);
  pen.fillText(`${site} · ${location.host}`, WIDTH / 2, HEIGHT - 28, 1080);
  return canvas;
}

/** @param {File} file */
function save(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Hand the picture to the device's share sheet; where there is none, keep it as a file. @param {HTMLElement} button */
export async function share(button) {
  const [poster] = all("#poster");
  if (!poster) return;
  const canvas = await draw(poster, button.dataset.site ?? "");
  const blob = await new Promise((/** @type {(blob: Blob | null) => void} */ resolve) => canvas.toBlob(resolve));
  if (!blob) return;
  const file = new File([blob], NAME, { type: blob.type });
  if (!navigator.canShare?.({ files: [file] })) {
    save(file);
    return;
  }
  try {
    await navigator.share({ files: [file] });
  } catch {
    // closed without sharing
  }
}
