import { formatList, TextAreaField } from '@gatehouse/ui'
import { z } from 'zod'
import { useAction } from '../shared/action'
import { DialogForm, useDialogForm } from '../shared/dialog-form'
import { Field } from '../shared/field'
import { usePermissions } from '../shared/permissions'
import { RolesField } from '../shared/roles-field'
import { type Account, invitePeople } from './accounts.actions'
import { t, useT } from './accounts.texts'

const MOST_AT_ONCE = 50
// Only what is surely wrong; whether an address exists is for the mail to find out.
const ADDRESS = /^[^\s@<>()]+@[^\s@<>()]+\.[^\s@<>().]{2,}$/

const addressesIn = (text: string) => [...new Set(text.split(/[\s,;]+/).filter(Boolean))]

const schema = z.object({
  emails: z.string().superRefine((text, context) => {
    const addresses = addressesIn(text)
    const wrong = addresses.filter((address) => !ADDRESS.test(address))
    const add = (message: string) => context.addIssue({ code: 'custom', message })
    if (addresses.length === 0) add(t('people.emailsMissing'))
    else if (wrong.length > 0) add(t('people.emailsWrong', { list: formatList(wrong) }))
    else if (addresses.length > MOST_AT_ONCE) add(t('people.tooMany', { count: MOST_AT_ONCE }))
  }),
  roleIds: z.array(z.string()),
})

export function InviteBelowDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useT()
  const canGiveRoles = usePermissions()('fe.secure.read.roles')
  const invite = useAction(invitePeople)
  const dialog = useDialogForm({
    schema,
    start: { emails: '', roleIds: [] },
    save: ({ emails, roleIds }) => invite.run({ account, emails: addressesIn(emails), roleIds }),
    onClose,
  })
  return (
    <DialogForm of={dialog} title={t('people.inviteTitle', { name: account.name })} submitLabel={t('people.submit')}>
      <Field of={dialog} name="emails">
        {(input) => (
          <TextAreaField
            label={t('people.emails')}
            help={t('people.emailsHelp', { count: MOST_AT_ONCE })}
            minRows={2}
            data-autofocus
            {...input}
          />
        )}
      </Field>
      {canGiveRoles && (
        <Field of={dialog} name="roleIds">
          {(input) => <RolesField label={t('people.roles')} help={t('people.rolesHelp')} {...input} />}
        </Field>
      )}
    </DialogForm>
  )
}
