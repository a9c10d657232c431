// The service worker of a site that this domain had before would show that site for ever. Browsers ask for it by its
// name, and this one takes its place and ends. A missing file would change nothing.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(end()))

async function end() {
  await self.registration.unregister()
  const windows = await self.clients.matchAll({ type: 'window' })
  await Promise.all(windows.map((window) => window.navigate(window.url)))
}
