import type { ApiError } from '@gatehouse/api'
import { useSession, useStepUp } from '@gatehouse/react'
import { EmptyState, ErrorState } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { useT } from '../console.texts'

/** Replaces the console when the user has no access, and explains how to get it. */
export function AccessDenied({ error, onRetry }: { readonly error: ApiError; readonly onRetry: () => void }) {
  if (error.code === 'access.step_up_needed') return <MfaRequired />
  if (error.code === 'staff.not_staff') return <NotStaff />
  return <ErrorState size="page" error={error} onRetry={onRetry} />
}

function MfaRequired() {
  const t = useT()
  const stepUp = useStepUp()
  return (
    <EmptyState
      drawing="key"
      title={t('stepUp.title')}
      action={<Button onClick={() => void stepUp()}>{t('stepUp.go')}</Button>}
    >
      {t('stepUp.help')}
    </EmptyState>
  )
}

function NotStaff() {
  const t = useT()
  const session = useSession()
  return (
    <EmptyState
      drawing="key"
      title={t('notStaff.title')}
      action={
        <>
          <Button component="a" href="/oauth/portal">
            {t('menu.ownAccount')}
          </Button>
          <Button variant="default" onClick={() => void session.logout()}>
            {t('notStaff.other')}
          </Button>
        </>
      }
    >
      {t('notStaff.help')}
    </EmptyState>
  )
}
