import { statSync } from 'node:fs'

const remedy = 'move this project into your home folder of Linux'

/**
 * Returns what to do if a file cannot be written because it is on a drive of Windows, or '' if it is not. `code` is that
 * of the error. WSL answers EPERM there where Linux would set who may read a file (microsoft/WSL#41519).
 */
export function driveRemedy(file: string, code: unknown): string {
  // On a full disk, nothing of this helps.
  const isOnDrive = /^\/mnt\/[a-z]\//.test(file) && code !== 'ENOSPC'
  if (!isOnDrive && !['EPERM', 'ENOTSUP', 'EOPNOTSUPP'].includes(String(code))) return ''
  return isOnDrive
    ? `It is on a drive of Windows. Close it in the programs of Windows, or ${remedy}`
    : `If it is on a drive of Windows, ${remedy}`
}

/**
 * Returns a sentence if other users of this machine can read this file or folder, or undefined. On a drive of Windows,
 * WSL takes no rights away, and says nothing.
 */
export function warnIfOpen(file: string): string | undefined {
  if (process.platform === 'win32' || !(statSync(file).mode & 0o077)) return undefined
  return `Other users of this machine can read ${file}. If it is on a drive of Windows, ${remedy}.`
}
