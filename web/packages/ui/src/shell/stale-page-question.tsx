import { Button, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { DialogButtons } from '../dialog-buttons'
import { addTexts } from '../i18n'
import { InlineAlert } from '../inline-alert'
import { useDialog } from '../use-dialog'
import { useSubmit } from '../use-submit'
import { useT } from './shell.texts'
import { discardUnsaved } from './unsaved'

// The server's texts for these codes address developers.
addTexts('refusals', 'en', {
  'token.invalid': 'Your session has ended. Sign in again.',
  'session.tenant_changed': 'You switched organizations during this change. Check whether it was saved.',
  'session.tenant_not_switched': 'Could not switch organizations. Try again.',
})

interface EndedSession {
  readonly reason: 'ended'
  readonly loginUrl: string
}

interface SwitchedTenant {
  readonly reason: 'switched'
  readonly from: string | undefined
  readonly to: string | undefined
  readonly back: () => Promise<unknown>
}

/** Asks about unsaved changes when the session has ended or switched to another organization. */
export function StalePageQuestion({ stale }: { readonly stale: EndedSession | SwitchedTenant }) {
  return stale.reason === 'ended' ? <SessionEndedQuestion {...stale} /> : <TenantSwitchedQuestion {...stale} />
}

/** The changes stay on the page until the same user has signed in again. */
function SessionEndedQuestion({ loginUrl }: EndedSession) {
  const t = useT()
  return (
    <Question title={t('ended.title')} text={t('ended.text')} leave={t('ended.leave')}>
      <Button component="a" href={loginUrl} target="_blank" rel="noopener" data-autofocus>
        {t('ended.signIn')}
      </Button>
    </Question>
  )
}

/** Another tab switched the organization. */
function TenantSwitchedQuestion({ from, to, back }: SwitchedTenant) {
  const t = useT()
  const { pending, failure, run } = useSubmit()
  const names = { from: from ?? t('switched.unnamed'), to: to ?? t('switched.unnamed') }
  return (
    <Question
      title={t('switched.title', names)}
      text={t('switched.text', names)}
      leave={t('switched.leave', names)}
      failure={failure}
    >
      <Button loading={pending} onClick={() => void run(back)} data-autofocus>
        {t('switched.back', names)}
      </Button>
    </Question>
  )
}

interface QuestionProps {
  readonly title: string
  readonly text: string
  readonly leave: string
  readonly failure?: string | undefined
  /** The button that keeps the changes. It has focus, so that a key pressed while typing loses nothing. */
  readonly children: ReactNode
}

/** Cannot be dismissed, because the page below belongs to an ended session. */
function Question({ title, text, leave, failure, children }: QuestionProps) {
  const dialog = useDialog({ opened: true, onClose: () => undefined })
  return (
    <Modal {...dialog} title={title} size={480} withCloseButton={false} closeOnClickOutside={false} zIndex={400}>
      <Stack gap="md">
        <div>{text}</div>
        {failure && <InlineAlert tone="danger">{failure}</InlineAlert>}
        <DialogButtons>
          <Button variant="default" onClick={discardUnsaved}>
            {leave}
          </Button>
          {children}
        </DialogButtons>
      </Stack>
    </Modal>
  )
}
