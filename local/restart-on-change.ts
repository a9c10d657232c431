import { watch } from 'node:fs'
import type { Part } from './part.ts'

/** Restarts a part after files of the folder have changed; prints that it did, or the error of a restart that failed. */
export function restartOnChange(part: Pick<Part, 'restart'>, folder: string) {
  let restarting = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  watch(folder, { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      restarting = restarting
        .then(part.restart)
        .then(() => console.log(`restarted after a change in ${folder}`))
        .catch((error) => console.error(error.message))
    }, 200)
  }).unref()
}
