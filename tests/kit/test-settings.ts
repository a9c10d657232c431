import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Env, readSettings } from '../../local/settings.ts'
import { ports } from '../../machine/ports.ts'
import { freePorts } from './listen.ts'

/** The ports are free, and the data folder does not exist yet. */
export async function testSettings(env: Env = {}) {
  const variables = Object.values(ports).map(({ variable }) => variable)
  const free = await freePorts(variables.length)
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  return readSettings({
    ...{ PATH, HOME, NODE_COMPILE_CACHE, LOCAL_DATA_DIR: path.join(tmpdir(), `local-${randomUUID()}`) },
    ...Object.fromEntries(variables.map((variable, index) => [variable, String(free[index])])),
    ...env,
  })
}
