import { mkdir } from 'node:fs/promises'

/** Returns an error that names the data folder, the fault and the remedy. */
export const folderError = (folder: string, fault: string, cause?: unknown) =>
  new Error(`The data folder ${folder} ${fault}, or set LOCAL_DATA_DIR to another folder`, { cause })

/** Makes the folder if it is missing. Throws a `folderError`. */
export async function makeFolder(folder: string) {
  await mkdir(folder, { recursive: true }).catch((error) => {
    throw folderError(folder, `cannot be created (${error.code}); fix that`, error)
  })
}
