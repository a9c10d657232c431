import { playerPage } from '../kit/player-page.ts'
import { allowed, cues, legalPages, other } from './sound-project.ts'
import { type Answer, type Broken, nobody, type World } from './world.ts'

type Alter = NonNullable<World['alterPage']>
const page = (alterPage: Alter) => (world: World) => Object.assign(world, { alterPage })
const answering = (status: number, headers?: Record<string, string>, text = '') =>
  page(() => new Response(text, { status, headers }))
const html = (pattern: RegExp, text: string) => page((markup) => [markup.replace(pattern, text), {}])
const header = (name: string, value: string) => page((markup) => [markup, { [name]: value }])
const without = (name: string) =>
  page((markup, headers) => {
    headers.delete(name)
    return [markup, {}]
  })
const unsaid =
  (path: keyof typeof legalPages, words: RegExp, text = '') =>
  (world: World) => {
    world.sender.links = [
      { text: 'Terms', href: '/terms' },
      { text: 'Privacy', href: '/privacy' },
    ]
    delete world.variables.PRIVACY_LINK
    world.legalPages[path] = legalPages[path].replace(words, text)
  }
const live = (changes: object) => (world: World) => Object.assign(world.site, changes)
/** Adds a host to the world. Requests for the video or the captions then go to this host. */
const host = (name: string, answer: Answer) => (world: World) =>
  Object.assign(world.hosts, { [name]: answer })
const file = (status: number, type: string) =>
  host('cdn.example', () => new Response('..', { status, headers: { 'content-type': type } }))
const signed = (query: string) => (world: World) => {
  for (const place of [world.variables, world.site])
    place.VIDEO_URL = `https://cdn.example/training.mp4${query}`
}
const hosted = (url: string, name: string, status: number) => (world: World) => {
  for (const place of [world.variables, world.site]) place.VIDEO_URL = url
  host(name, () => new Response('{}', { status }))(world)
}
/** A video that oEmbed has, and the page of its player, which tells its state as YouTube writes it, or what oEmbed adds. */
const refusedAs =
  (url: string, state: string, oembed = '{}') =>
  (world: World) => {
    hosted(url, new URL(url).hostname === 'vimeo.com' ? 'vimeo.com' : 'www.youtube.com', 200)(world)
    const [name, player] = url.includes('vimeo')
      ? ['vimeo.com', oembed]
      : ['www.youtube-nocookie.com', playerPage(state)]
    host(name, () => new Response(player))(world)
  }
const captioned =
  (
    status: number,
    type: string,
    body: string,
    headers: object = {},
    list = 'https://subs.example/training.en.vtt',
  ) =>
  (world: World) => {
    world.variables.VIDEO_CAPTIONS_URL = list
    host(
      'subs.example',
      () => new Response(body, { status, headers: { 'content-type': type, ...headers } }),
    )(world)
  }

// biome-ignore format: a table, a line for each
export const brokenSites: Broken[] = [
  ['a live site with a deleted key', live({ SUPABASE_SECRET_KEY: 'sb_secret_deleted' }), /so every lead fails/, 'site call'],
  ['a live site with the key of another project', live({ SUPABASE_SECRET_KEY: 'sb_secret_other' }), /so every lead fails/, 'site call'],
  ['a live site of another project', live({ SUPABASE_URL: `https://${other}.supabase.co` }), /so every lead fails/, 'site call', 'build'],
  ['a live site whose project is gone', live({ SUPABASE_URL: 'https://qqqqqqqqqqqqqqqqqqqq.supabase.co' }), /so every lead fails/, 'site call', 'build'],
  ['a page of an older build', (world) => Object.assign(world, { build: '0123456789abcdef-00000000' }), /other sources/, 'build'],
  ['a page from before builds had names', (world) => Object.assign(world, { build: '' }), /other sources than these/, 'build'],
  ['a proxy that hides email addresses', html(/(?=<style>)/, '<script data-cfasync="false" src="/cdn-cgi/scripts/5c5dd728/cloudflare-static/email-decode.min.js"></script><a href="/cdn-cgi/l/email-protection#a1">[email&#160;protected]</a>'), /Cloudflare hides the email addresses/, 'policy'],
  ['a proxy that shortens the HTML', html(/<!--.*?-->/, ''), /shortens the HTML/, 'policy'],
  ['a cache that shortens the HTML and signs it', html(/<!--.*?-->/, '<!-- Cached by Speed -->'), /shortens the HTML/, 'policy'],
  ['a proxy that starts the scripts late', html(/<script(?=>)/, '<script type="3f2a-text/javascript"'), /starts the scripts of the page late/, 'policy'],
  ['a server that starts the scripts late', html(/<script src/, '<script type="text/psajs" orig_index="0" src'), /starts the scripts of the page late/, 'policy'],
  ['a host that nobody knows', host('training.example', nobody), /does not answer \(ENOTFOUND\)/, 'page'],
  ['a page that is not there', answering(404), /answers with status 404/, 'page'],
  ['a page that fails', answering(500), /answers with status 500/, 'page'],
  [
    'a challenge of Cloudflare, by http too',
    (world) => {
      const { fetch } = world
      const challenge = answering(403, { 'cf-mitigated': 'challenge', server: 'cloudflare' })
      challenge(world)
      world.fetch = (request) =>
        request.url.startsWith('http://training') && world.alterPage
          ? new Response('', { status: 403, headers: { 'cf-mitigated': 'challenge' } })
          : fetch(request)
    },
    /firewall of Cloudflare stops .* \(403\)/,
    'page',
  ],
  ['a challenge of Vercel', answering(429, { 'x-vercel-mitigated': 'challenge' }), /firewall of Vercel stops/, 'page'],
  [
    'a block of Cloudflare',
    answering(403, { server: 'cloudflare' }, '<title>Attention Required! | Cloudflare</title>'),
    /firewall of Cloudflare stops/,
    'page',
  ],
  ['a block of DDoS-Guard', answering(503, { server: 'ddos-guard' }), /firewall of DDoS-Guard stops/, 'page'],
  ['a challenge of AWS', answering(202, { 'x-amzn-waf-action': 'challenge' }), /firewall of AWS WAF stops/, 'page'],
  [
    'an old address for IPv6 beside that of Vercel',
    (world) => {
      world.zone['training.example'] = ['A 216.150.1.1', 'AAAA 2001:db8::7']
      header('Server', 'Vercel')(world)
    },
    /Visitors with IPv6 get another host than Vercel/,
    'page',
  ],
  ['a login before the page', answering(401), /asks visitors to sign in/, 'page'],
  [
    'a page elsewhere',
    answering(308, { location: 'https://www.training.example/?a=b' }),
    /redirects to https:\/\/www\.training\.example\/\.$/,
    'page',
  ],
  [
    'an unencrypted page',
    (world) => {
      const { fetch } = world
      world.fetch = (request) => {
        if (!request.url.startsWith('http://training')) return fetch(request)
        return world.alterPage ? new Response('page') : fetch(request)
      }
      page((markup) => [markup, {}])(world)
    },
    /answers without redirecting to https/,
    'https',
  ],
  ['a cache that keeps the page for a day', header('Cache-Control', 'public, max-age=86400'), /may keep the page for 24 h/, 'cache'],
  [
    'a cache that has kept the page for a day',
    page((markup, headers) => {
      headers.delete('x-vercel-cache')
      return [markup, { Age: '86400' }]
    }),
    /may keep the page for 24 h/,
    'cache',
  ],
  ['a cache with an older page', page((markup) => [markup.replace('static/a.js', 'static/old.js')]), /shows visitors an older page/, 'cache'],
  ['a page without a policy', without('content-security-policy'), /without a Content-Security-Policy/, 'policy'],
  [
    'a policy that something else wrote',
    page((markup, headers) => [
      markup,
      {
        'Content-Security-Policy': headers
          .get('content-security-policy')
          ?.replace("base-uri 'none'", "base-uri 'self'"),
      },
    ]),
    /with another Content-Security-Policy/,
    'policy',
  ],
  ['a policy with a directive more', page((markup, headers) => [markup, { 'Content-Security-Policy': `${headers.get('content-security-policy')}; sandbox` }]), /with another Content-Security-Policy/, 'policy'],
  ['a script that a proxy put in', html(/$/, '<script>track()</script>'), /blocks 1 inline script of/, 'policy'],
  ['scripts that a proxy put in', html(/$/, '<script>a()</script><script>b()</script>'), /blocks 2 inline scripts of/, 'policy'],
  ['a page without HSTS', without('strict-transport-security'), /without the header Strict-Transport-Security: /, 'headers'],
  ['a page without nosniff', without('x-content-type-options'), /X-Content-Type-Options: nosniff\.$/, 'headers'],
  ['a page that may be framed', header('X-Frame-Options', 'SAMEORIGIN'), /X-Frame-Options: DENY/, 'headers'], ['a page that was built as a preview', header('X-Robots-Tag', 'noindex'), /keeps search engines out/, 'search engines'],
  ['a page that a tag hides', html(/$/, '<meta name="robots" content="noindex, nofollow"/>'), /keeps search engines out/, 'search engines'],
  ['a page that was built for another address', html(/training\.example/, 'old.example'), /calls itself https:\/\/old\.example\//, 'canonical address'],
  ['a page without an address', html(/<link[^>]*>/, ''), /calls itself nothing/, 'canonical address'],
  [
    'no terms',
    (world) => Object.assign(world, { sender: { links: [{ text: 'Terms' }, { text: 'Privacy' }] } }),
    /^TERMS_LINK is missing/,
    'site variables',
    'terms',
  ],
  ['terms that do not open', (world) => Object.assign(world, { sender: { links: [{ text: 'Terms', href: '/gone' }] } }), /does not open \(404\)/, 'terms'],
  ['a privacy page at a host that is gone', (world) => Object.assign(world, { sender: { links: [{ text: 'Terms', href: '/terms' }, { text: 'Privacy', href: 'https://gone.example/' }] } }), /does not open \(ENOTFOUND\)/, 'privacy'],
  ['terms without text messages', unsaid('/terms', /text messages/g, 'news'), /what the text messages are about/, 'terms'],
  ['terms without a frequency', unsaid('/terms', /Message frequency varies, up to four a month/), /how often/, 'terms'],
  ['terms without rates', unsaid('/terms', /Message and data rates may apply/), /rates may apply/, 'terms'],
  ['terms without HELP', unsaid('/terms', /HELP for help or/), /say: HELP/, 'terms'],
  ['terms that say stop in a sentence alone', unsaid('/terms', /STOP/, 'stop'), /say: STOP/, 'terms'],
  ['terms without a contact', unsaid('/terms', /hello@brand.example/), /a contact/, 'terms'],
  ['a privacy page that shares mobile data', unsaid('/privacy', /No mobile/, 'Mobile'), /mobile data is not shared/, 'privacy'],
  ['a video that is not there', file(404, 'text/html'), /video file does not load \(404\)/, 'video'],
  ['a video that is for members', file(403, 'application/xml'), /does not load \(403\)/, 'video'],
  ['a page in place of the video', file(206, 'text/html; charset=utf-8'), /host sends text\/html/, 'video'],
  ['a picture in place of the video', file(206, 'image/png'), /host sends image\/png/, 'video'],
  ['a video that only Safari plays', file(206, 'application/vnd.apple.mpegurl'), /Some browsers do not play this kind of video/, 'video'],
  ['a video whose address has ended', signed('?Expires=1735689600&Signature=b&Key-Pair-Id=K'), /address of the video ended on 2025-01-01 00:00 UTC/, 'video'],
  ['a video whose address will end', signed('?token=abc&expires=4102444800'), /address of the video ends on 2100-01-01/, 'video'],
  ['a host that sends the video whole', file(200, 'video/mp4'), /so iPhones do not play it/, 'video'],
  ['a host of the video that is gone', host('cdn.example', nobody), /does not load \(ENOTFOUND\)/, 'video'],
  [
    'a video that YouTube has not',
    hosted('https://youtu.be/aqz-KE-bpKQ', 'www.youtube.com', 404),
    /YouTube has no such video/,
    'video',
  ],
  ['a private video at YouTube', hosted('https://youtu.be/aqz-KE-bpKQ', 'www.youtube.com', 401), /YouTube has no such video/, 'video'],
  ['a video with an age restriction', refusedAs('https://youtu.be/aqz-KE-bpKQ', 'LOGIN_REQUIRED'), /YouTube does not play the video on the site \(LOGIN_REQUIRED\)/, 'video'],
  ['a video for those who confirm their age', refusedAs('https://youtu.be/aqz-KE-bpKQ', 'AGE_CHECK_REQUIRED'), /AGE_CHECK_REQUIRED/, 'video'],
  ['a video that may shock', refusedAs('https://youtu.be/aqz-KE-bpKQ', 'CONTENT_CHECK_REQUIRED'), /CONTENT_CHECK_REQUIRED/, 'video'],
  ['a video that its owner shows at YouTube alone', refusedAs('https://youtu.be/aqz-KE-bpKQ', 'UNPLAYABLE'), /UNPLAYABLE/, 'video'],
  ['a video that is broken at YouTube', refusedAs('https://youtu.be/aqz-KE-bpKQ', 'ERROR'), /\(ERROR\)/, 'video'],
  ['a premiere that has not begun', refusedAs('https://youtu.be/aqz-KE-bpKQ', 'LIVE_STREAM_OFFLINE'), /LIVE_STREAM_OFFLINE/, 'video'],
  ['a video that Vimeo shows on other sites', refusedAs('https://vimeo.com/304887422', '', '{"type":"video","domain_status_code":403}'), /Vimeo does not play the video on the site \(only on certain sites\)/, 'video'],
  [
    'an unlisted video without a picture of its own',
    hosted('https://vimeo.com/304887422/34c51f7a09', 'vimeo.com', 200),
    /shows no picture of the video.*/,
    'video',
  ],
  ['a video that Vimeo has not', hosted('https://vimeo.com/304887422', 'vimeo.com', 404), /Vimeo has no such video/, 'video'],
  ['captions that are not there', captioned(404, 'text/html', '', allowed), /does not load \(404\)/, 'captions'],
  ['SRT captions', captioned(200, 'text/vtt', '1\n00:00:01,000 --> 00:00:04,000', allowed), /does not begin with WEBVTT/, 'captions'],
  ['captions that only begin so', captioned(200, 'text/vtt', `WEBVTTX${cues}`, allowed), /does not begin with WEBVTT/, 'captions'],
  ['captions without a cue', captioned(200, 'text/vtt', 'WEBVTT\n\nNOTE 00:01 --> 00:04\n', allowed), /has no cue/, 'captions'],
  ['captions of another type', captioned(200, 'text/plain', cues, allowed), /comes as text\/plain, not as/, 'captions'],
  ['a cue with a comma in its times', captioned(200, 'text/vtt', `${cues}\n00:05,000 --> 00:06,000\nBye.\n`, allowed), /has one cue whose times browsers cannot read/, 'captions'],
  ['a cue that ends before it begins', captioned(200, 'text/vtt', `${cues}\n00:05.000 --> 00:02.000\nBye.\n`, allowed), /has one cue whose times browsers cannot read/, 'captions'],
  ['a cue with 61 seconds', captioned(200, 'text/vtt', `${cues}\n00:61.000 --> 00:62.000\nBye.\n`, allowed), /has one cue whose times browsers cannot read/, 'captions'],
  ['a cue with an arrow of another kind', captioned(200, 'text/vtt', `${cues}\n00:05.000 -> 00:06.000\nBye.\n`, allowed), /has one cue whose times browsers cannot read/, 'captions'],
  ['a cue with frames in its times', captioned(200, 'text/vtt', `${cues}\n00:00:05:00 --> 00:00:06:00\nBye.\n`, allowed), /has one cue whose times browsers cannot read/, 'captions'],
  ['captions in an older encoding', captioned(200, 'text/vtt', `${cues}Caf\ufffd\n`, allowed), /is not in UTF-8/, 'captions'],
  ['captions that the page may not have', captioned(200, 'text/vtt', cues), /without the header Access-Control/, 'captions'],
  [
    'a video that the page may not have beside captions',
    (world) => {
      captioned(200, 'text/vtt', cues, allowed)(world)
      file(206, 'video/mp4')(world)
    },
    /must send Access-Control-Allow-Origin too/,
    'video',
  ],

]
