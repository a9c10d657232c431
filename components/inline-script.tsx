import { buildConstants } from '@/lib/build-constants'

const texts = buildConstants.inlineScripts

type InlineScriptProps = { run: keyof typeof texts; 'data-url'?: string }

/** Runs at its place in the page. The policy names its hash, so the text is made before the build. */
export function InlineScript({ run, ...props }: InlineScriptProps) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a script of our own, constant for a build
    <script data-at-once="" {...props} dangerouslySetInnerHTML={{ __html: texts[run] }} />
  )
}
