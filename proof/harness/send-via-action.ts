import type { Answer } from './answer.ts'
import type { Chain } from './chain.ts'
import { hiddenFields, postForm, visitorFields } from './post-form.ts'
import type { Random } from './random.ts'
import type { Submission } from './submission.ts'

/** Opens the page once and returns how its visitors submit, each from an address of their own. */
export async function openForm(chain: Pick<Chain, 'pageUrl'>, random: Random) {
  const hidden = await hiddenFields(chain)
  return (submission: Submission): Promise<Answer> =>
    postForm(
      chain,
      hidden,
      visitorFields(submission),
      `10.${[0, 0, 0].map(() => random.below(256)).join('.')}`,
    )
}
