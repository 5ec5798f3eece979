// Where Python finds what plays and draws a table: the pack that tools/offline/build.py makes.

const OF_LANGUAGE = /\/(?:locales|locale-data)\/(\w\w)(?=[._/])/;

/**
 * Write a pack's files below a folder, as parts of its memory; of the languages only English and this one, if one is named.
 * In a pack stand a line of JSON, which has their names and sizes in bytes, and the files one after another.
 *
 * @param {{ mkdirTree(path: string): void, writeFile(path: string, content: Uint8Array, options: { canOwn: boolean }): void }} system
 * @param {Uint8Array} pack
 * @param {string} folder
 * @param {string} [language]
 */
export function unpack(system, pack, folder, language) {
  let at = pack.indexOf("\n".charCodeAt(0)) + 1;
  for (const [name, size] of JSON.parse(new TextDecoder().decode(pack.subarray(0, at)))) {
    const [content, path] = [pack.subarray(at, at + size), `${folder}/${name}`];
    const code = OF_LANGUAGE.exec(name)?.[1] ?? "en";
    at += size;
    if (language && code !== "en" && code !== language) continue;
    system.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    system.writeFile(path, content, { canOwn: true });
  }
}
