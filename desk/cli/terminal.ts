type Stream<Way> = Way & { isTTY?: boolean }

/** Node's `process` has this type. */
export type Terminal = {
  stdin: Stream<NodeJS.ReadableStream>
  stdout: Stream<NodeJS.WritableStream>
  stderr: Stream<NodeJS.WritableStream>
}

export type Context = Terminal & {
  env: NodeJS.ProcessEnv
  exitCode: number
}
