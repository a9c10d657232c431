import { statSync } from 'node:fs'

const remedy = 'move this project into your home folder of Linux'

/**
 * What to do if a file on a Windows drive cannot be written, or ''. `code` is the error's. WSL answers EPERM
 * there where Linux would set who may read a file (microsoft/WSL#41519).
 */
export function driveRemedy(file: string, code: unknown): string {
  // That does not help on a full disk.
  const isOnDrive = /^\/mnt\/[a-z]\//.test(file) && code !== 'ENOSPC'
  if (!isOnDrive && !['EPERM', 'ENOTSUP', 'EOPNOTSUPP'].includes(String(code))) return ''
  return isOnDrive
    ? `It is on a drive of Windows. Close it in the programs of Windows, or ${remedy}`
    : `If it is on a drive of Windows, ${remedy}`
}

/**
 * A sentence if other users can read this file or folder. On a Windows drive, WSL silently takes no rights
 * away.
 */
export function warnIfOpen(file: string): string | undefined {
  if (process.platform === 'win32' || !(statSync(file).mode & 0o077)) return undefined
  return `Other users of this machine can read ${file}. If it is on a drive of Windows, ${remedy}.`
}
