type Stream<Way> = Way & { isTTY?: boolean }

/** The streams that a command reads and writes. `process` in Node has this type. */
export type Terminal = {
  stdin: Stream<NodeJS.ReadableStream>
  stdout: Stream<NodeJS.WritableStream>
  stderr: Stream<NodeJS.WritableStream>
}

/** The terminal, environment and exit code of a command. */
export type Context = Terminal & {
  env: NodeJS.ProcessEnv
  /** The exit code of the command. */
  exitCode: number
}
