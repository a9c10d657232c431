type Stream<Way> = Way & { isTTY?: boolean }

/** Where a command reads and writes; `process` is one. */
export type Terminal = {
  stdin: Stream<NodeJS.ReadableStream>
  stdout: Stream<NodeJS.WritableStream>
  stderr: Stream<NodeJS.WritableStream>
}

/** What a command works with. */
export type Context = Terminal & {
  env: NodeJS.ProcessEnv
  /** The code to end with. */
  exitCode: number
}
