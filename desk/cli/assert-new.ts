import { existsSync } from 'node:fs'
import { DeskError } from '../open-desk.ts'

/** Throws a DeskError where there is a file already, so that no export replaces another one unasked. */
export function assertNew(file: string): void {
  if (existsSync(file))
    throw new DeskError('exists', `${file} exists already. Choose another name, or --force replaces it.`)
}
