import type { Meaning } from './meaning.ts'

/** A text message: the sender's number (in E.164 if the provider gives such a number), the words, and what they ask for. */
export type TextMessage = { sender: string; words: string; meaning: Meaning }

/** Takes the called URL, the headers and the body. Returns the text message, or 'forged'. */
export type ReadText = (url: string, headers: Headers, body: string) => TextMessage | 'forged'
