import { TextField } from '@gatehouse/ui'
import { z } from 'zod'
import { useAction } from '../shared/action'
import { DialogForm, useDialogForm } from '../shared/dialog-form'
import { Field } from '../shared/field'
import type { TeamUser } from '../wire'
import { dayOf, isPossible, lastDayBefore, secondsUntilEndOf } from './expiry'
import { nameOf } from './person'
import { makeTemporary } from './users.actions'
import { t, useT } from './users.texts'

const schema = z.object({ lastDay: z.string().refine(isPossible, { error: () => t('expiry.wrong') }) })

/** Sets or changes the day after which somebody's access ends by itself. */
export function ExpiryDialog({ user, onClose }: { user: TeamUser; onClose: () => void }) {
  const t = useT()
  const limit = useAction(makeTemporary)
  const dialog = useDialogForm({
    schema,
    start: { lastDay: user.temporaryExpirationDate ? lastDayBefore(user.temporaryExpirationDate) : '' },
    save: ({ lastDay }) => limit.run({ user, seconds: secondsUntilEndOf(lastDay) }),
    onClose,
  })
  return (
    <DialogForm
      of={dialog}
      title={t('expiry.title', { name: nameOf(user) })}
      description={t('expiry.description')}
      submitLabel={t('expiry.submit')}
    >
      <Field of={dialog} name="lastDay">
        {(input) => (
          <TextField
            label={t('expiry.lastDay')}
            type="date"
            min={dayOf(new Date())}
            maw={200}
            data-autofocus
            {...input}
          />
        )}
      </Field>
    </DialogForm>
  )
}
