// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the page's files, so that it works without a network after one visit. The files of a version are kept together, and nothing
// is taken from two of them: a new version is kept beside the old one, and replaces it when no window shows the old one, or when
// the only one that does is loaded anew. The first two lines are written by tools/site.

const version = 'VERSION';
const files = ['FILES'];

const ours = `zermelo-${version}`;

const worker = /** @type {any} */ (self);

/** All of a version, past what the browser keeps otherwise. */
async function keep() {
    const cache = await caches.open(ours);
    // What is named by what it holds is the same wherever it comes from.
    await cache.addAll(files.map(file => new Request(file, { cache: file.startsWith('assets/') ? 'default' : 'reload' })));
}

/** Forgets the versions before. */
async function forget() {
    const names = await caches.keys();
    await Promise.all(names.filter(name => name.startsWith('zermelo-') && name !== ours).map(name => caches.delete(name)));
    await worker.clients.claim();
}

/** @param {Request} request */
async function answer(request) {
    const isPage = request.mode === 'navigate';
    if (isPage && worker.registration.waiting && (await worker.clients.matchAll()).length < 2) {
        worker.registration.waiting.postMessage('replace');
        return new Response('<!doctype html><script>location.reload()</script>', { headers: { 'Content-Type': 'text/html' } });
    }
    const cache = await caches.open(ours);
    const kept = await cache.match(isPage ? './' : request, { ignoreSearch: isPage });
    return kept ?? fetch(request);
}

worker.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(keep()));
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(forget()));
worker.addEventListener('message', (/** @type {any} */ event) => {
    if (event.data === 'replace') worker.skipWaiting();
});
worker.addEventListener('fetch', (/** @type {any} */ event) => {
    if (event.request.method === 'GET' && event.request.url.startsWith(worker.registration.scope)) event.respondWith(answer(event.request));
});
