import { showTime, visible } from '../core/describe.ts'
import type { readStops } from '../core/texts.ts'

/**
 * Returns a text for the terminal. The text lists the stopped numbers and the text messages that somebody has to
 * read.
 */
export function showStops({ numbers, texts }: Awaited<ReturnType<typeof readStops>>): string {
  return [
    `Stopped numbers: ${numbers.length === 0 ? 'none' : ''}`,
    ...numbers.map(
      ({ phone_e164, stopped_at, stopped_by, words, lifted_at, lifted_by, note }) =>
        `  ${phone_e164}  ${showTime(stopped_at)}, by ${stopped_by}${words ? `: ${visible(words)}` : ''}${
          lifted_at
            ? `; lifted ${showTime(lifted_at)}, by ${lifted_by}${note ? `: ${visible(note)}` : ''}`
            : ''
        }`,
    ),
    `Text messages to read: ${texts.length === 0 ? 'none' : ''}`,
    ...texts.map(
      ({ sender, words, received_at }) => `  ${visible(sender)}  ${showTime(received_at)}: ${visible(words)}`,
    ),
  ].join('\n')
}
