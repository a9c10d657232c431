import { mkdir } from 'node:fs/promises'

/** An error that names the data folder, its fault and the way out. */
export const folderError = (folder: string, fault: string, cause?: unknown) =>
  new Error(`The data folder ${folder} ${fault}, or set LOCAL_DATA_DIR to another folder`, { cause })

/** Makes the folder where it is missing. Throws an error that names it, its fault and the way out. */
export async function makeFolder(folder: string) {
  await mkdir(folder, { recursive: true }).catch((error) => {
    throw folderError(folder, `cannot be made (${error.code}); repair that`, error)
  })
}
