import { backendEnv } from './lib/env'

/** Stops a server that could not store a lead before it takes the first one. */
export function register(): void {
  backendEnv()
}
