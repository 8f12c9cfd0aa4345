// SPDX-License-Identifier: GPL-3.0-or-later
// A line as an animated picture: PNG with more than one frame (APNG), which every browser shows, and what shows PNG alone shows its first.

const signature = [137, 80, 78, 71, 13, 10, 26, 10];

/** @type {Uint32Array | null} */
let table = null;

/** @param {Uint8Array} bytes */
function crc32(bytes) {
    table ??= Uint32Array.from({ length: 256 }, (_, byte) => {
        let rest = byte;
        for (let bit = 0; bit < 8; ++bit) rest = rest & 1 ? 0xEDB88320 ^ (rest >>> 1) : rest >>> 1;
        return rest;
    });
    let crc = 0xFFFFFFFF;
    for (const byte of bytes) crc = table[(crc ^ byte) & 255] ^ (crc >>> 8);
    return (crc ^ 0xFFFFFFFF) >>> 0;
}

/** @param {number[]} numbers @param {2 | 4} size in bytes */
const bigEndian = (numbers, size) => numbers.flatMap(number => [...Array(size).keys()].map(byte => (number >>> (8 * (size - 1 - byte))) & 255));

/** @param {string} name @param {Iterable<number>} content */
function chunk(name, content) {
    const body = Uint8Array.from([...new TextEncoder().encode(name), ...content]);
    return [Uint8Array.from(bigEndian([body.length - 4], 4)), body, Uint8Array.from(bigEndian([crc32(body)], 4))];
}

/**
 * The chunks of a PNG.
 * @param {Uint8Array} png
 */
function* chunksOf(png) {
    const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
    for (let at = signature.length; at < png.length;) {
        const length = view.getUint32(at);
        yield { name: String.fromCharCode(...png.subarray(at + 4, at + 8)), content: png.subarray(at + 8, at + 8 + length) };
        at += length + 12;
    }
}

/**
 * Pictures of one size and one kind of pixels, one after the other, again and again.
 * @param {Uint8Array[]} frames PNG, at least one
 * @param {number} milliseconds for which each is seen; the last for three times as long
 */
export function animated(frames, milliseconds) {
    const parts = [Uint8Array.from(signature)];
    let sequence = 0;
    frames.forEach((frame, index) => {
        for (const { name, content } of chunksOf(frame)) {
            if (name === 'IHDR') {
                const size = new DataView(content.buffer, content.byteOffset, 8);
                const [width, height] = [size.getUint32(0), size.getUint32(4)];
                if (index === 0) parts.push(...chunk('IHDR', content), ...chunk('acTL', bigEndian([frames.length, 0], 4)));
                const delay = index === frames.length - 1 ? 3 * milliseconds : milliseconds;
                parts.push(...chunk('fcTL', [...bigEndian([sequence++, width, height, 0, 0], 4), ...bigEndian([delay, 1000], 2), 0, 0]));
            } else if (name === 'IDAT') {
                parts.push(...chunk(index ? 'fdAT' : 'IDAT', index ? [...bigEndian([sequence++], 4), ...content] : content));
            }
        }
    });
    parts.push(...chunk('IEND', []));
    return new Blob(parts, { type: 'image/png' });
}
