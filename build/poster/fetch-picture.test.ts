import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import sharp from 'sharp'
import { fetchPicture } from './fetch-picture.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#468' } })
    .jpeg()
    .toBuffer()

/** Answers with pictures until the test ends. Returns its origin. */
async function host(t: TestContext, answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a missing size and a grey stand-in are passed over for the next size', async (t) => {
  const [grey, small] = await Promise.all([picture(120, 90), picture(480, 360)])
  const origin = await host(t, ({ url }, response) => {
    response.writeHead(url === '/maxres.jpg' ? 404 : 200, { 'content-type': 'image/jpeg' })
    response.end(url === '/hq.jpg' ? small : grey)
  })
  const urls = ['maxres', 'sd', 'hq'].map((size) => `${origin}/${size}.jpg`)
  assert.deepEqual(await fetchPicture(urls), small)
})

test('the largest picture that is there is taken without asking for another', async (t) => {
  const large = await picture(1280, 720)
  const asked: string[] = []
  const origin = await host(t, ({ url = '' }, response) => {
    asked.push(url)
    response.writeHead(200, { 'content-type': 'image/jpeg' }).end(large)
  })
  assert.deepEqual(await fetchPicture([`${origin}/maxres.jpg`, `${origin}/sd.jpg`]), large)
  assert.deepEqual(asked, ['/maxres.jpg'])
})

test('a picture is known by its content, whatever storage says of its kind', async (t) => {
  const large = await picture(1280, 720)
  for (const type of ['application/octet-stream', 'application/force-download', 'Image/JPEG']) {
    const origin = await host(t, (_, response) => {
      response.writeHead(200, { 'content-type': type }).end(large)
    })
    assert.deepEqual(await fetchPicture([`${origin}/poster`]), large, type)
  }
})

test('the error names each address and what is wrong there', async (t) => {
  const [grey, closed] = [await picture(120, 90), 'http://127.0.0.1:9/closed.jpg']
  const origin = await host(t, ({ url }, response) => {
    const type = url === '/film.mp4' ? 'video/mp4' : 'image/jpeg'
    response.writeHead(url === '/gone.jpg' ? 404 : 200, { 'content-type': type })
    response.end(url === '/grey.jpg' ? grey : 'no picture')
  })
  const urls = ['gone.jpg', 'grey.jpg', 'broken.jpg', 'film.mp4'].map((path) => `${origin}/${path}`)
  await assert.rejects(fetchPicture([...urls, closed]), ({ message }: Error) => {
    const lines = message.split('\n')
    assert.equal(lines[1], `  ${origin}/gone.jpg: the answer was 404`)
    assert.equal(lines[2], `  ${origin}/grey.jpg: there is no picture in this size`)
    assert.match(lines[3] ?? '', /broken.jpg: Input buffer contains unsupported image format/)
    assert.equal(lines[4], `  ${origin}/film.mp4: it is not a picture but video/mp4`)
    assert.match(lines[5] ?? '', /closed.jpg: .+/)
    return true
  })
})
