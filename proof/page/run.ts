import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startApp } from './app.ts'
import { startLimit } from './baseline/serve.ts'
import { throwAwayCertificate } from './certificate.ts'
import {
  type Check,
  exactChecks,
  interactionChecks,
  lighthouseChecks,
  noneOf,
  type Variant,
} from './check.ts'
import { fetchedByTap } from './fetched-by-tap.ts'
import { startFront } from './front.ts'
import { headerFaults } from './headers.ts'
import { type FirstTap, firstTap, type Visit, visit } from './interaction.ts'
import { type Form, type LighthouseRun, runLighthouse } from './lighthouse.ts'
import { installLighthouse } from './lighthouse-report.ts'
import { markupFaults } from './markup.ts'
import { drawPictures } from './pictures.ts'
import { report } from './report.ts'
import { namesOfTheVideo } from './secrecy.ts'
import { startStub } from './stub.ts'
import { buildVariant } from './variant.ts'
import { weigh } from './weight.ts'

/**
 * Measures the page beside a page without a framework and fails when a budget is broken. With --exact it checks the
 * project's build for what is the same on every machine, in seconds; with --sealed a build with an own poster, likewise;
 * else it builds the page with the host's thumbnail and with an own poster, and measures both.
 */
const { values: options } = parseArgs({
  options: {
    exact: { type: 'boolean' },
    sealed: { type: 'boolean' },
    runs: { type: 'string', default: '5' },
    taps: { type: 'string', default: '4' },
  },
})
const variants: Variant[] = ['thumbnail', 'own-poster']
const forms: Form[] = ['mobile', 'desktop']
const runs = Number(options.runs)

const certificate = throwAwayCertificate()
const pictures = await drawPictures()
const stub = await startStub(pictures, certificate)
const stops: (() => unknown)[] = [stub.stop]
const broken: Check[] = []
try {
  if (options.exact) await checkExact('the build', join(import.meta.dirname, '../..'))
  if (options.sealed) await checkVariant('own-poster')
  if (!options.exact && !options.sealed) await measure()
} finally {
  for (const stop of stops) await stop()
}
console.log(
  broken.length ? `\n${broken.length} broken: ${broken.map(({ what }) => what).join(', ')}` : '\nAll kept.',
)
process.exit(broken.length ? 1 : 0)

async function measure() {
  installLighthouse()
  const urls = new Map<'limit' | 'limit-self' | Variant, string>()
  const limit = await startLimit(pictures)
  stops.push(limit.stop)
  const limitUrl = await fronted(limit.origin)
  urls.set('limit', limitUrl)
  urls.set('limit-self', `${limitUrl}self`)
  for (const variant of variants) {
    urls.set(variant, await checkVariant(variant))
  }

  const measured = new Map(
    [...urls].map(([name, url]) => [
      name,
      {
        url,
        mobile: [] as LighthouseRun[],
        desktop: [] as LighthouseRun[],
        taps: [] as FirstTap[],
        visits: [] as Visit[],
      },
    ]),
  )
  for (let round = 0; round < runs; round += 1) {
    // In turn, so that what else the machine does falls on all of them, and each round from another one on.
    const order = [...measured.values()]
    order.push(...order.splice(0, round % order.length))
    for (const page of order) {
      for (const form of forms) page[form].push(await again(() => runLighthouse(page.url, form, stub.port)))
      for (let tap = 0; tap < Number(options.taps); tap += 1)
        page.taps.push(await firstTap(page.url, stub.port))
      page.visits.push(await again(() => visit(page.url, stub.port)))
    }
    console.log(`Round ${round + 1} of ${runs} done, load average ${loadavg()[0]?.toFixed(1)}`)
  }

  for (const variant of variants) {
    const page = measured.get(variant)
    const floor = measured.get(variant === 'own-poster' ? 'limit-self' : 'limit')
    if (!page || !floor) continue
    tell(`${variant}: medians of ${runs}`, [
      ...forms.flatMap((form) => lighthouseChecks(form, variant, page[form], floor[form])),
      ...interactionChecks({ ours: page.taps, limit: floor.taps }, page.visits, floor.visits),
    ])
  }
}

/** Chromium sometimes fails to start, or to tell, on a busy machine; twice in a row is a fault of the page. */
async function again<Result>(measure: () => Promise<Result>): Promise<Result> {
  return measure().catch(measure)
}

async function checkVariant(variant: Variant): Promise<string> {
  const picture = pictures.get('maxresdefault.jpg') ?? Buffer.alloc(0)
  return checkExact(variant, await buildVariant(variant, picture))
}

/** Starts the page that is built in a folder and checks what is exact; resolves to its address. */
async function checkExact(name: string, folder: string): Promise<string> {
  const app = await startApp(folder)
  stops.push(app.stop)
  const url = await fronted(app.origin)
  const weight = await weigh(url, stub.port)
  tell(`${name}: exact`, [
    ...exactChecks(weight),
    noneOf('fetched by the first tap', await fetchedByTap(app.origin, stub.port)),
    noneOf('complaints of the browser', weight.complaints),
    noneOf('faults in the headers', await headerFaults(app.origin)),
    noneOf('faults in the markup', await markupFaults(app.origin)),
  ])
  if (name === 'own-poster') {
    tell(`${name}: sealed`, [
      noneOf('requests to other hosts', weight.foreign),
      noneOf('places that name the video', await namesOfTheVideo(app.origin, folder)),
    ])
  }
  return url
}

async function fronted(origin: string): Promise<string> {
  const front = await startFront(origin, certificate)
  stops.push(front.stop)
  return front.url
}

function tell(title: string, checks: Check[]) {
  console.log(report(title, checks))
  broken.push(...checks.filter(({ isKept }) => !isKept))
}
