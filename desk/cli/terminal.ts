type Stream<Way> = Way & { isTTY?: boolean }

/** Where a command reads and writes. `process` is a Terminal. */
export type Terminal = {
  stdin: Stream<NodeJS.ReadableStream>
  stdout: Stream<NodeJS.WritableStream>
  stderr: Stream<NodeJS.WritableStream>
}

/** What a command works with. */
export type Context = Terminal & {
  env: NodeJS.ProcessEnv
  /** The exit code of the command. */
  exitCode: number
}
