import { type ComponentProps, Fragment, type ReactNode } from 'react'
import { LegalLinks } from '@/components/legal-links'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Input } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import type { SubmitLeadState, Video } from '@/lib/lead/submit-lead-state'
import { consentText } from '@/site/consent-texts'
import { formCopy as copy, toastCopy, watchCopy } from '@/site/copy'
import { type ExtraField, extraFields } from '@/site/fields'
import { countryCodes, type FieldName } from '@/supabase/functions/_shared/lead'
import { senderLine } from '@/supabase/functions/_shared/sender-line'
import { LeadField } from './lead-field'
import { useEmailQuestion } from './use-email-question'
import { useLeadForm } from './use-lead-form'

type LeadFormProps = {
  state: SubmitLeadState
  onUnlock: (video: Video) => void
  /** Below the button. */
  privacy?: string
  children: ReactNode
}

type TextField = Exclude<FieldName, 'countryCode' | 'consent'>

const trapId = 'lead-topic'

const textInputs = {
  // The loader sets `autofocus` on the first field.
  name: { type: 'text', autoComplete: 'name', enterKeyHint: 'next', suppressHydrationWarning: true },
  email: { type: 'email', inputMode: 'email', autoComplete: 'email', enterKeyHint: 'next' },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel', enterKeyHint: 'done' },
} as const

/**
 * Otherwise Firefox would tick the consent box again after a reload, even without scripts. On the whole form,
 * it would make Safari empty all fields when the visitor comes back.
 */
const unrestored = { autoComplete: 'off' }

const consent = `${consentText} ${senderLine()}`.trim()

/**
 * Spec 3 and 5. Before React runs, the browser posts the form to proxy.ts. Afterwards React sends it, and the
 * page does not reload.
 */
export function LeadForm({ state, onUnlock, privacy, children }: LeadFormProps) {
  const { register, errors, isSubmitting, onSubmit, correctEmail } = useLeadForm(state, onUnlock)
  const { suggested, onFocus, onBlur } = useEmailQuestion()
  const returned = 'typed' in state ? state : undefined

  const field = (name: FieldName) => ({ id: `lead-${name}`, error: errors[name]?.message })
  const control = (name: FieldName) => ({
    id: `lead-${name}`,
    required: true,
    // Without `aria-invalid="false"`, screen readers would announce an empty required box as invalid before
    // the first submit.
    'aria-invalid': !!errors[name],
    ...(errors[name] && { autoFocus: true, 'aria-describedby': `lead-${name}-error` }),
    ...register(name),
  })
  const textField = (
    name: TextField,
    label: string,
    attributes: ComponentProps<'input'>,
    className?: string,
  ) => (
    <LeadField {...field(name)} label={label} className={className}>
      <Input
        {...control(name)}
        {...attributes}
        // Changes while the form is sent would not be stored.
        readOnly={isSubmitting}
        className="min-h-12"
        defaultValue={returned?.typed[name]}
      />
    </LeadField>
  )

  return (
    <form
      // A post to the page of a watch link would only try to open this link again.
      action={state.status === 'unknownLink' ? '/' : undefined}
      method="post"
      encType="multipart/form-data"
      onSubmit={onSubmit}
      className="mt-4 grid grid-cols-1 gap-3.5"
    >
      {state.status === 'unavailable' && (
        <p role="alert" className="text-destructive">
          <strong>{toastCopy.error.title}</strong> {toastCopy.error.text}
        </p>
      )}
      {state.status === 'unknownLink' && <p role="status">{watchCopy.unknown}</p>}
      {textField('name', copy.name, textInputs.name)}
      <div>
        {textField('email', copy.email, { ...textInputs.email, ...register('email', { onBlur }), onFocus })}
        {suggested !== undefined && (
          <p role="status" className="text-sm">
            {suggested && (
              <Button
                type="button"
                variant="secondary"
                className="mt-2 min-h-9 rounded-full px-3.5 text-left"
                onClick={() => correctEmail(suggested)}
              >
                <span>
                  {`${copy.meant} `}
                  <span className="underline underline-offset-2">{suggested}</span>?
                </span>
              </Button>
            )}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-x-3 gap-y-3.5">
        <LeadField {...field('countryCode')} label={copy.country} inert={isSubmitting} className="w-22">
          <NativeSelect
            {...control('countryCode')}
            className="min-h-12"
            defaultValue={returned?.typed.countryCode || 'US'}
          >
            {/* A translator may change an option's text, but not its value. */}
            {countryCodes.map((code) => (
              <option key={code} value={code}>
                {code}
              </option>
            ))}
          </NativeSelect>
        </LeadField>
        {textField('phone', copy.phone, textInputs.phone, 'grow basis-32')}
      </div>
      {Object.entries<ExtraField>(extraFields).map(([name, { label, autoComplete, required }]) => (
        <Fragment key={name}>
          {textField(name as TextField, label, { type: 'text', autoComplete, required: !!required })}
        </Fragment>
      ))}
      <LeadField {...field('consent')} label={consent} inert={isSubmitting} isInline beside={<LegalLinks />}>
        <Checkbox {...control('consent')} {...unrestored} className="size-6" />
      </LeadField>
      {children}
      {/* The loader fills it in, or the server if scripts are off. */}
      <input
        type="hidden"
        name="submissionId"
        {...unrestored}
        defaultValue={returned?.submissionId}
        suppressHydrationWarning
      />
      {/* A honeypot: only bots fill it in. */}
      <div aria-hidden="true" className="absolute size-0 overflow-hidden">
        <label htmlFor={trapId}>{copy.trap}</label>
        <input type="text" id={trapId} name="topic" tabIndex={-1} {...unrestored} />
      </div>
      {/* Over the end of the content, so that the button is seen as soon as the dialog opens. */}
      <div className="sticky bottom-0 -mx-gutter bg-[linear-gradient(transparent,var(--popover)_1rem)] forced-colors:bg-popover px-gutter pt-3 pb-[calc(1.1rem+env(safe-area-inset-bottom))] sm:-mx-8 sm:px-8 sm:pb-7 tiny:static sideways:pb-4">
        <Button
          type="submit"
          variant="cta"
          size="cta"
          aria-disabled={isSubmitting || undefined}
          className="w-full"
        >
          {isSubmitting ? copy.submitting : copy.submit}
        </Button>
        {privacy && <p className="mt-2 text-center text-xs text-muted-foreground">{privacy}</p>}
      </div>
    </form>
  )
}
