import { answerTo } from '../../tests/kit/answer.ts'
import { pageFaults } from '../deploy/output-faults.ts'
import { unmet } from '../harness/report.ts'
import { type Tried, tried } from './tried.ts'

const get = (url: string, address: string, headers = {}) =>
  answerTo(url, { method: 'GET', headers: { 'x-forwarded-for': address, ...headers } }, () => 'success')
const label = (name: string) => `<main data-variant="${name}">`

/** Lists what the page lacks as it is served to the visitors of a variant. */
export async function answerFaults(
  origin: string,
  { name, headline, prompt, address }: Tried,
): Promise<string[]> {
  const { status, headers, body } = await get(`${origin}/?utm_source=x`, address)
  const asked = await Promise.all(tried.map((other) => get(`${origin}/?variant=${name}`, other.address)))
  const faults = unmet({
    'its label': body.includes(label(name)),
    'its hidden field': body.includes(`<input type="hidden" name="variant" value="${name}"/>`),
    'its words': body.includes(headline) && body.includes(prompt),
    'the canonical address': /<link rel="canonical" href="http:\/\/localhost:\d+"\/>/.test(body),
    'a prerendered answer': status === 200 && headers['x-nextjs-cache'] === 'HIT',
    'no cookie': headers['set-cookie'] === undefined,
    'no shared cache': headers['cache-control'] === 'private, no-cache',
    'the same page for its name in the query': asked.every((answer) => answer.body === body),
  })
  return [...faults, ...pageFaults(body, [`${headers['content-security-policy']}`])]
}

/** Lists the addresses by which a page of a variant can be reached directly. */
export async function directFaults(origin: string): Promise<string[]> {
  const form = { 'content-type': 'multipart/form-data; boundary=x' }
  const paths = tried.flatMap(({ name }) => [
    `/variants/${name}`,
    `/variants/${name}.rsc`,
    `/variants/${name}.html`,
  ])
  const answers = await Promise.all(
    paths.flatMap((path) => [
      get(origin + path, ''),
      get(origin + path, '', { rsc: '1' }),
      get(origin + path, '', form),
    ]),
  )
  return answers
    .filter(({ status, body }) => ![400, 404].includes(status) || body.includes('data-variant'))
    .map(({ status, body }) => `${status} ${body.slice(0, 100)}`)
}
