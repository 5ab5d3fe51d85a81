/* global VERSION -- the server puts it before this file: what the worker and the offline page say, as a number.
 *
 * The shop without a network: scripts, styles and drawings that were loaded once are at hand, and a page that cannot be
 * fetched is replaced by one that says so. Nothing of a buyer is kept: no page, no answer of the API, no file.
 */
const SHELL = `shell-${VERSION}`
const ASSETS = 'assets'
const OFFLINE = ['/offline.html', '/favicon.svg']
/** Names of assets carry a hash, so a kept one is never wrong, only unused after a while. */
const ASSETS_MAX = 160

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((cache) => cache.addAll(OFFLINE.map((url) => new Request(url, { cache: 'reload' }))))
      // Pages come from the network and assets by their hash, so a new worker may serve pages that an old one began.
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  const isOld = (name) => name !== SHELL && name !== ASSETS
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

async function trim(cache) {
  const kept = await cache.keys()
  await Promise.all(kept.slice(0, Math.max(0, kept.length - ASSETS_MAX)).map((request) => cache.delete(request)))
}

async function asset(request) {
  const cache = await caches.open(ASSETS)
  const known = await cache.match(request)
  if (known) return known
  const answer = await fetch(request)
  if (answer.status === 200) {
    await cache.put(request, answer.clone())
    await trim(cache)
  }
  return answer
}

async function page(request) {
  try {
    return await fetch(request)
  } catch {
    const cache = await caches.open(SHELL)
    return (await cache.match('/offline.html')) ?? Response.error()
  }
}

async function shell(request) {
  try {
    return await fetch(request)
  } catch {
    return (await caches.match(request)) ?? Response.error()
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(asset(request))
  // A file that is opened or saved is no page: it comes from the server or not at all.
  else if (request.mode === 'navigate' && !pathname.startsWith('/api/') && !/\.\w{2,11}$/.test(pathname)) event.respondWith(page(request))
  else if (OFFLINE.includes(pathname)) event.respondWith(shell(request))
})
