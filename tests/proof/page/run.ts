import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { installTool } from '../../../desk/setup/install-tool.ts'
import { chromiumPath } from '../../../e2e/chromium.ts'
import { ownPoster } from '../../../lib/video/poster.ts'
import { throwAwayCertificate } from '../../kit/certificate.ts'
import { buildSite, copyProject } from '../../kit/copy-project.ts'
import { hostedVideo } from '../../kit/hosted-video.ts'
import { startApp } from '../../kit/start-app.ts'
import { type Figure, figure, median, noneOf, tell } from '../harness/figure.ts'
import { record } from '../harness/record.ts'
import { type Budget, budgets } from './budgets.ts'
import { markupFaults, namesOfTheVideo } from './faults.ts'
import { startFront, startHosts } from './hosts.ts'
import { type FirstTap, firstTap, type Visit, visit } from './interaction.ts'
import { type Form, type LighthouseRun, runLighthouse } from './lighthouse.ts'
import { drawPictures } from './pictures.ts'
import { weigh } from './weight.ts'

/**
 * Measures our page and a page without a framework. If a budget is broken, it exits with 1. Without options, it
 * builds the page twice, first with the thumbnail from the video host and then with a poster of its own. It measures
 * both. With --exact, it takes only a few seconds. It uses the build of the project, and checks only the values that
 * are the same on every machine. With --sealed, it does the same for a build with a poster of its own. With --record,
 * it writes the figures into docs/results.md, unless a budget is broken.
 */
const { values: options } = parseArgs({
  options: {
    exact: { type: 'boolean' },
    sealed: { type: 'boolean' },
    record: { type: 'boolean' },
    runs: { type: 'string', default: '5' },
  },
})
type Variant = 'thumbnail' | 'own-poster'
type Run = Record<string, number>
const told: Figure[] = []
const forms: Form[] = ['mobile', 'desktop']
const runs = Number(options.runs)
const tapsInARound = 4
/**
 * These values do not depend on the browser or on TLS. We use the Chromium from the npm packages without TLS, because
 * it lacks a library for that.
 */
const isExact = options.exact || options.sealed
if (isExact) process.env.CHROME_PATH = await chromiumPath()

await using running = new AsyncDisposableStack()
const start = async <T extends { stop(): unknown }>(starting: T | Promise<T>) =>
  running.adopt(await starting, async (part) => void (await part.stop()))
const certificate = throwAwayCertificate()
const pictures = await drawPictures()
const { origin } = await start(startHosts(pictures))
/** Serves the baseline pages, and takes the place of all other hosts. */
const hosts = await start(startFront(origin, certificate))
if (options.exact) await checkProject()
else if (options.sealed) await checkVariant('own-poster')
else await measure()
if (options.record && !process.exitCode) record(`npm run bench${options.exact ? ' -- --exact' : ''}`, told)

async function checkProject() {
  const project = join(import.meta.dirname, '../../..')
  buildSite(project)
  await checkExact('the build', project)
}

/**
 * Prints figures, and keeps them for --record. Their names are `title: figure`. With --exact there is only one build,
 * so the names are just `figure`.
 */
function print(title: string, figures: Figure[]) {
  tell(title, figures)
  told.push(
    ...figures.map((row) => ({ ...row, figure: options.exact ? row.figure : `${title}: ${row.figure}` })),
  )
}

function measurable(url: string) {
  return {
    url,
    lighthouse: { mobile: [] as LighthouseRun[], desktop: [] as LighthouseRun[] },
    taps: [] as FirstTap[],
    visits: [] as Visit[],
  }
}

async function measure() {
  installTool('tests/proof/page/lighthouse')
  const variants = []
  for (const [name, path] of [
    ['thumbnail', ''],
    ['own-poster', 'self'],
  ] as const)
    variants.push({
      name,
      page: measurable(await checkVariant(name)),
      baseline: measurable(hosts.url + path),
    })

  const all = variants.flatMap(({ page, baseline }) => [baseline, page])
  for (let round = 0; round < runs; round += 1) {
    // Each round starts with a different page. If something else keeps the machine busy, it then affects all pages
    // equally.
    all.push(...all.splice(0, 1))
    for (const { url, lighthouse, taps, visits } of all) {
      for (const form of forms) lighthouse[form].push(await again(() => runLighthouse(url, form, hosts.port)))
      for (let tap = 0; tap < tapsInARound; tap += 1) taps.push(await firstTap(url, hosts.port))
      visits.push(await again(() => visit(url, hosts.port)))
    }
    console.log(`Round ${round + 1} of ${runs} done, load average ${loadavg()[0]?.toFixed(1)}`)
  }

  console.log(`\nMedians of ${runs}`)
  for (const { name, page, baseline } of variants) {
    for (const form of forms) {
      const budget = form === 'mobile' ? { ...budgets.mobile, ...budgets.mobileLcp[name] } : budgets.desktop
      const metrics = ({ lighthouse }: typeof page) => lighthouse[form].map((run) => run.metrics)
      print(`${name}, ${form}`, [
        ...scoreFigures(page.lighthouse[form]),
        ...budgetFigures(budget, metrics(page), metrics(baseline)),
      ])
    }
    const lost = page.taps.filter((tap) => !Number.isFinite(tap['first tap → form']))
    print(`${name}, slow phone`, [
      ...budgetFigures(budgets.firstTap, page.taps, baseline.taps),
      figure(`taps lost of ${page.taps.length}`, lost.length, { most: budgets.lostTaps }),
      ...budgetFigures(budgets.visit, page.visits, baseline.visits),
    ])
  }
}

/**
 * Tries up to two times, because Chromium sometimes fails on a busy machine. If both attempts fail, there is
 * something wrong with the page.
 */
function again<Result>(work: () => Promise<Result>): Promise<Result> {
  return work().catch(work)
}

/**
 * Builds the page with this kind of poster, and checks the values that are the same on every machine. Returns the URL
 * of the page.
 */
async function checkVariant(variant: Variant): Promise<string> {
  const picture = pictures.get('maxresdefault.jpg') ?? Buffer.alloc(0)
  return checkExact(variant, await buildVariant(variant, picture))
}

/**
 * Serves the build in this folder, and checks the values that are the same on every machine. Returns the URL of the
 * page.
 */
async function checkExact(name: string, folder: string): Promise<string> {
  const app = await start(startApp(folder, { VIDEO_URL: hostedVideo }))
  const url = isExact ? `${app.origin}/` : (await start(startFront(app.origin, certificate))).url
  const [weight, markup] = await Promise.all([weigh(url, hosts.port), markupFaults(app.origin)])
  print(name, [
    ...budgetFigures(budgets.exact, [weight.exact]),
    noneOf('complaints of the browser', weight.complaints),
    noneOf('faults in the markup', markup),
  ])
  if (name === 'own-poster') {
    print(name, [
      noneOf('requests to other hosts', weight.foreign),
      noneOf('places that name the video', await namesOfTheVideo(app.origin, folder)),
    ])
  }
  return url
}

/**
 * Builds a copy of the project with this kind of poster. Returns the folder of the copy. If the build fails, it
 * throws an error that contains the output.
 */
async function buildVariant(name: Variant, picture: Buffer): Promise<string> {
  const folder = copyProject(join('page', name))
  rmSync(join(folder, 'public', ownPoster), { recursive: true, force: true })
  if (name === 'own-poster') {
    writeFileSync(join(folder, 'picture.jpg'), picture)
    execFileSync(process.execPath, ['build/poster/make-poster.ts', 'picture.jpg'], { cwd: folder })
  }
  buildSite(folder, { VIDEO_URL: hostedVideo, SITE_URL: 'https://www.example.com' })
  return folder
}

/** Compares the median of each value with the budget of the same name. A missing value breaks its budget. */
function budgetFigures(budgets: Record<string, Budget>, page: Run[], baseline: Run[] = []): Figure[] {
  return Object.entries(budgets).map(([what, budget]) => {
    const [own, beside = Number.NaN] = [page, baseline].map((runs) =>
      median(runs.map((run) => run[what] ?? Number.NaN)),
    )
    const told = baseline.length > 0 ? `${what}, baseline ${beside.toFixed(1)}` : what
    return figure(told, own ?? Number.NaN, { most: mostOf(budget, beside) })
  })
}

function mostOf(budget: Budget, baseline: number): number {
  if (typeof budget === 'number') return budget
  return 'timesBaseline' in budget ? baseline * budget.timesBaseline : baseline + budget.overBaseline
}

/** Compares the median of each score from Lighthouse with its budget. The audits that failed are listed as faults. */
function scoreFigures(runs: LighthouseRun[]): Figure[] {
  return Object.entries(budgets.scores).map(([category, least]) => {
    const score = median(runs.map(({ scores }) => scores[category] ?? Number.NaN))
    const faults = [...new Set(runs.flatMap((run) => run.failed[category] ?? []))]
    return { ...figure(category, score, { least }), faults }
  })
}
