import { DayField } from '@gatehouse/ui'
import { z } from 'zod'
import { useAction } from '../shared/action'
import { DialogForm, useDialogForm } from '../shared/dialog-form'
import { Field } from '../shared/field'
import { useReadAgain } from '../shared/read-again'
import type { TeamUser } from '../wire'
import { dayOf, isPossible, lastDayBefore, secondsUntilEndOf } from './expiry'
import { nameOf } from './person'
import { makeTemporary } from './users.actions'
import { userQuery } from './users.queries'
import { t, useT } from './users.texts'

const schema = z.object({ lastDay: z.string().refine(isPossible, { error: () => t('expiry.wrong') }) })

const startOf = ({ temporaryExpirationDate: end }: TeamUser) => ({ lastDay: end ? lastDayBefore(end) : '' })

/** Sets or changes the day on which a user's access expires. */
export function ExpiryDialog({ user, onClose }: { user: TeamUser; onClose: () => void }) {
  const t = useT()
  const limit = useAction(makeTemporary)
  const readAgain = useReadAgain()
  const dialog = useDialogForm({
    schema,
    start: startOf(user),
    current: async () => startOf(await readAgain((api, queryClient) => userQuery(api, queryClient, user.id))),
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
          <DayField label={t('expiry.lastDay')} min={dayOf(new Date())} maw={200} data-autofocus {...input} />
        )}
      </Field>
    </DialogForm>
  )
}
