import { FormDialog, TextField, toast } from '@gatehouse/ui'
import { useState } from 'react'
import type { TeamUser } from '../wire'
import { dayOf, isPossible, lastDayBefore, secondsUntilEndOf } from './expiry'
import { nameOf } from './person'
import { useUserCalls } from './users.queries'
import { useT } from './users.texts'

/** Sets or changes the day after which somebody's access ends by itself. */
export function ExpiryDialog({ user, onClose }: { user: TeamUser; onClose: () => void }) {
  const t = useT()
  const { makeTemporary, reload } = useUserCalls()
  const before = user.temporaryExpirationDate ? lastDayBefore(user.temporaryExpirationDate) : ''
  const [day, setDay] = useState(before)
  const [problem, setProblem] = useState<string>()

  async function submit() {
    if (!isPossible(day)) {
      setProblem(t('expiry.wrong'))
      return
    }
    await makeTemporary(user.id, secondsUntilEndOf(day))
    toast.success(t('expiry.done', { name: nameOf(user) }))
    void reload()
    onClose()
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('expiry.title', { name: nameOf(user) })}
      description={t('expiry.description')}
      onSubmit={submit}
      submitLabel={t('expiry.submit')}
      dirty={day !== before}
    >
      <TextField
        label={t('expiry.lastDay')}
        type="date"
        min={dayOf(new Date())}
        value={day}
        onChange={(event) => {
          setDay(event.currentTarget.value)
          setProblem(undefined)
        }}
        error={problem}
        data-autofocus
      />
    </FormDialog>
  )
}
