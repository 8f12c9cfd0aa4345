// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures as files.

import { save } from './dom.js';

const pngScale = 2;  // so that they are sharp on paper, too

/** @param {string} name @param {string} drawing SVG */
export async function saveSvg(name, drawing) {
    save(name + '.svg', new Blob([drawing], { type: 'image/svg+xml' }));
}

/** @param {string} name @param {string} drawing SVG that refers to nothing outside */
export async function savePng(name, drawing) {
    save(name + '.png', await pngOf(drawing, pngScale));
}

/**
 * @param {string} drawing SVG that refers to nothing outside
 * @param {number} scale
 */
export async function pngOf(drawing, scale) {
    const address = URL.createObjectURL(new Blob([drawing], { type: 'image/svg+xml' }));
    try {
        const image = new Image();
        image.src = address;
        await image.decode();
        const canvas = document.createElement('canvas');
        canvas.width = image.naturalWidth * scale;
        canvas.height = image.naturalHeight * scale;
        canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
        const file = await new Promise(resolve => canvas.toBlob(resolve, 'image/png'));
        if (!file) throw new Error('The browser could not make the picture.');
        return file;
    } finally {
        URL.revokeObjectURL(address);
    }
}
