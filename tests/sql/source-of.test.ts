import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { clickIds } from '../../supabase/functions/_shared/lead-request.ts'
import { openDatabase } from './open-database.ts'

const database = await openDatabase()
after(() => database.close())

async function sourceOf(context: object): Promise<unknown> {
  const [row] = await database.query('select source_of($1) as source', [context])
  return row?.source
}

test('the source is the first of campaign, tagged link, click and referrer', async () => {
  const referrer = 'https://l.facebook.com/'
  for (const [campaign, source] of [
    [{ utm_campaign: 'Spring', utm_source: 'newsletter', gclid: '1' }, 'campaign:spring'],
    [{ utm_source: 'Newsletter', gclid: '1' }, 'source:newsletter'],
    [{ utm_source: 'ig', utm_medium: 'social' }, 'source:instagram'],
    [{ utm_campaign: ' ', utm_source: '' }, 'referrer:facebook.com'],
    [{ fbclid: '1' }, 'click:facebook'],
    [{ gbraid: '1', fbclid: '2' }, 'click:google'],
    [{ wbraid: '1' }, 'click:google'],
    [{ msclkid: '1' }, 'click:microsoft'],
    [{ ttclid: '1' }, 'click:tiktok'],
    [{ twclid: '1' }, 'click:x'],
    [{ li_fat_id: '1' }, 'click:linkedin'],
    [{ utm_medium: 'cpc' }, 'referrer:facebook.com'],
    [{}, 'referrer:facebook.com'],
  ] as const)
    assert.equal(await sourceOf({ campaign, referrer }), source, JSON.stringify(campaign))
  for (const [key, network] of Object.entries(clickIds))
    assert.equal(await sourceOf({ campaign: { [key]: '1' } }), `click:${network}`, key)
  assert.equal(await sourceOf({}), 'direct')
  for (const [host, network] of [
    ['l.instagram.com', 'instagram'],
    ['threads.com', 'threads'],
    ['l.facebook.com', 'facebook'],
    ['news.example.com', 'facebook'],
  ])
    assert.equal(
      await sourceOf({ campaign: { fbclid: '1' }, referrer: `https://${host}/` }),
      `click:${network}`,
    )
  for (const [tag, source] of [
    ['fb', 'facebook'],
    ['Facebook.com', 'facebook'],
    ['l.instagram.com', 'instagram'],
    ['twitter', 'x'],
    ['msg', 'facebook'],
    ['an', 'facebook'],
    ['th', 'threads'],
    ['chat.openai.com', 'chatgpt'],
    ['t.co', 'x'],
    ['example.com', 'example.com'],
  ])
    assert.equal(await sourceOf({ campaign: { utm_source: tag } }), `source:${source}`)
})

test('two hosts that agree in their first letters stay two', async () => {
  const long = (last: string) => `https://${'a'.repeat(60)}.${'b'.repeat(60)}.${last}.example/`
  assert.notEqual(await sourceOf({ referrer: long('c') }), await sourceOf({ referrer: long('d') }))
})

test('the many hosts and the app of a network are one source, and a host has no port and no trailing dot', async () => {
  for (const [referrer, source] of [
    ['https://google.com:443/', 'google.com'],
    ['https://www.google.co.uk/search?q=x', 'google.com'],
    ['https://google.com.au', 'google.com'],
    ['android-app://com.google.android.googlequicksearchbox/https/www.google.com', 'google.com'],
    ['android-app://com.google.android.gm/', 'com.google.android.gm'],
    ['https://mail.google.com/', 'mail.google.com'],
    ['https://news.example.com./', 'news.example.com'],
    ['http://ada:secret@WWW.Example.com.:8080/x', 'example.com'],
    ['https://l.instagram.com/', 'instagram.com'],
    ['https://instagram.com/', 'instagram.com'],
    ['https://lm.facebook.com/l.php', 'facebook.com'],
    ['android-app://com.facebook.katana/', 'facebook.com'],
    ['https://t.co/x', 'x.com'],
    ['https://mobile.twitter.com/', 'x.com'],
    ['https://netflix.com/', 'netflix.com'],
    ['https://notfacebook.com/', 'notfacebook.com'],
    ['https://out.reddit.com/', 'reddit.com'],
    ['https://lnkd.in/x', 'linkedin.com'],
    ['https://www.pinterest.co.uk/', 'pinterest.com'],
    ['https://youtu.be/x', 'youtube.com'],
    ['android-app://com.instagram.barcelona/', 'threads.net'],
    ['android-app://com.ss.android.ugc.trill/', 'tiktok.com'],
    ['android-app://com.linkedin.android/', 'linkedin.com'],
    ['android-app://com.slack/', 'com.slack'],
    ['https://web.whatsapp.com/', 'whatsapp.com'],
    ['https://t.me/x', 'telegram.org'],
    ['https://go.bsky.app/', 'bsky.app'],
    ['https://chat.openai.com/', 'chatgpt.com'],
    ['https://www.perplexity.ai/', 'perplexity.ai'],
    ['https://cdn.discordapp.com/', 'discord.com'],
    ['android-app://com.discord/', 'discord.com'],
    ['https://t.umblr.com/redirect', 'tumblr.com'],
    ['https://www.youtube-nocookie.com/', 'youtube.com'],
    ['android-app://com.google.android.apps.youtube.music/', 'youtube.com'],
    ['android-app://com.google.android.apps.searchlite/', 'google.com'],
    ['https://cn.bing.com/', 'bing.com'],
    ['https://uk.search.yahoo.com/', 'yahoo.com'],
    ['https://mail.yahoo.com/', 'mail.yahoo.com'],
    ['https://html.duckduckgo.com/', 'duckduckgo.com'],
    ['https://m.example.com/', 'example.com'],
    ['https://amp.example.co.uk/', 'example.co.uk'],
    ['https://www2.example.com/', 'example.com'],
    ['https://m.co/', 'm.co'],
    ['https://www-my--news-example-com.cdn.ampproject.org/', 'my-news.example.com'],
    ['https://my--news-example-com.translate.goog/', 'my-news.example.com'],
    ['https://[::1]:3000/', '[::1]'],
  ] as const)
    assert.equal(await sourceOf({ referrer }), `referrer:${source}`, referrer)
  for (const referrer of [
    '',
    'https://',
    'about:client',
    'ftp://example.com/',
    'https://www.own.example:8443/x',
    'https://own-example.translate.goog/x',
  ])
    assert.equal(await sourceOf({ referrer, page: 'https://own.example./' }), 'direct', referrer)
})

test('names that agree in their first letters stay two, and spellings of one name are one', async () => {
  const ad = `${'video ad about brand scaling for students '.repeat(8)}`
  const fold = async (name: string) =>
    (await database.query('select fold_campaign($1) as name', [name]))[0]?.name as string
  const [one, other] = [await fold(`${ad} A`), await fold(`${ad} B`)]
  assert.notEqual(one, other)
  assert.ok(one.length <= 200 && one.startsWith('video ad about'))
  assert.equal(await fold(`${ad.toUpperCase()}  a`), one)
  const named = 'summer sale 2026 video with the student and the blue bicycle, 30 s'
  assert.deepEqual([await fold(named), await fold(`${named}, b`)], [named, `${named}, b`])
})
