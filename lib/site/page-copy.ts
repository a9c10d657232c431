import { discoverCopy } from './discover.ts'
import { heroCopy } from './hero.ts'
import type { PageCopy, Variant } from './variant.ts'
import { variants } from './variants.ts'
import { videoPrompt } from './video.ts'

/** The words of the page in the variant of this name; of the control, and of an unknown one, as they are without a test. */
export function pageCopy(name: string | undefined, tried: readonly Variant[] = variants): PageCopy {
  const copy = tried.find((variant) => variant.name === name)?.copy
  return {
    hero: { ...heroCopy, ...copy?.hero },
    discover: { ...discoverCopy, ...copy?.discover },
    videoPrompt: copy?.videoPrompt ?? videoPrompt,
  }
}
